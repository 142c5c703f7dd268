// Query kernels on the GPU.
#include <list>
#include <vector>

#include "harness/kernels/query_memory.hpp"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/workloads/no_form.hpp"
#include "harness/workloads/shared_memory_limit.cuh"
#include "harness/workloads/workloads.hpp"

namespace codag::harness::cuda {
namespace {

class query_workload final : public gpu_workload {
 public:
  query_workload(const query_input& input, const query_kernel& row, const parameter_values& values)
      : input_(input),
        row_(row),
        values_(values),
        argument_(place_query(input, row, values,
                              [this](std::span<const std::byte> bytes) {
                                const auto& memory = placed_.emplace_back(bytes.size());
                                memory.copy_from(bytes.data());
                                return memory.data();
                              })),
        workspace_(row.workspace_bytes(argument_, values)) {
    for (const decompression& its : argument_.decompressions)
      if (its.by != nullptr && its.by->cuda.launch == nullptr) throw no_cuda_form(its.by->facts);
    check_shared_bytes(entry().shape);
  }

  verification verify() override {
    check_cuda(cudaMemset(workspace_.data(), 0xee, workspace_.size()), "cudaMemset");
    for (const phase p : {phase::before, phase::timed, phase::after}) run_phase(p);
    synchronize();
    const query::star_query query = query_memory(argument_, workspace_.data()).query();
    std::vector<std::uint64_t> groups(query.group_count);
    std::vector<std::uint64_t> refused(std::size_t{query::most_steps} * query::status_count);
    const auto fetch = [](std::vector<std::uint64_t>& to, const std::uint64_t* from) {
      check_cuda(cudaMemcpy(to.data(), from, to.size() * sizeof(*from), cudaMemcpyDeviceToHost),
                 "cudaMemcpy");
    };
    fetch(groups, query.groups);
    fetch(refused, query.refused);
    verification v = check_query(input_, groups, refused);
    if (v.ok && !workspace_.guards_intact()) v = outside_write();
    for (const guarded_memory& m : placed_)
      if (v.ok && !m.guards_intact()) v = outside_write();
    return v;
  }

  void launch() override { run_phase(phase::timed); }

  [[nodiscard]] std::optional<launch_facts> how_launched() const override {
    const kernel_entry main = entry();
    return launch_facts_of(main.function, main.shape);
  }

 private:
  void run_phase(phase p) {
    launch_choice now = choice();
    now.phase = p;
    check_cuda(static_cast<cudaError_t>(row_.cuda.launch(argument_, now, nullptr)), "launch");
  }
  [[nodiscard]] launch_choice choice() const {
    return {element_type::int32, values_, workspace_.data()};
  }
  [[nodiscard]] kernel_entry entry() const { return row_.cuda.entry(argument_, choice()); }

  query_input input_;
  const query_kernel& row_;
  parameter_values values_;
  std::list<guarded_memory> placed_;  // before argument_, which points there
  query_argument argument_;
  guarded_memory workspace_;
};

}  // namespace

std::unique_ptr<workload> make_query(const query_input& input, const query_kernel& row,
                                     const parameter_values& values) {
  if (row.cuda.launch == nullptr) throw no_cuda_form(row.facts);
  return std::make_unique<query_workload>(input, row, values);
}

}  // namespace codag::harness::cuda
