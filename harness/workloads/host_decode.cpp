// Decode and tile kernels on the host backend.
#include "codag/simt/host/gpu_facts.hpp"
#include "harness/measure/host_counts.hpp"
#include "harness/workloads/host_memory.hpp"
#include "harness/workloads/no_form.hpp"

namespace codag::harness {
namespace {

class interpreted_decode final : public host_memory_workload {
 public:
  interpreted_decode(const decode_input& input, const column_kernel& row,
                     const parameter_values& values)
      : host_memory_workload(input),
        row_(row),
        values_(values),
        in_(simt::host::to_global<std::byte>(input.column.bytes)),
        chunks_(simt::host::to_global<chunk>(input.column.chunks)) {
    if (row.workspace_bytes != nullptr) workspace_.resize(row.workspace_bytes(view(), values_));
    interpret(phase::before);
  }

  void launch() override { interpret(phase::timed); }

  std::optional<std::map<std::string, std::uint64_t>> counts() override {
    return by_name(interpret(phase::timed));
  }

  std::vector<part> chosen_parts() override {
    if (row_.chosen.parts == nullptr) return {};
    return row_.chosen.parts(view(), workspace_.data());
  }
  [[nodiscard]] std::uint64_t workspace_bytes() const override { return workspace_.size(); }

  void poison() override {
    host_memory_workload::poison();
    std::ranges::fill(workspace_, std::byte{workspace_garbage});
    interpret(phase::before);
  }
  verification outcome() override {
    interpret(phase::after);
    if (row_.check == nullptr) return host_memory_workload::outcome();
    return outcome_of(
        row_.check({out_, workspace_}, {input_.column.type, values_}, input_.original), statuses_);
  }

 private:
  [[nodiscard]] device_column view() {
    return {in_.data(),      in_.size(),     out_.data(),
            out_.size(),     chunks_.data(), static_cast<std::uint32_t>(chunks_.size()),
            statuses_.data()};
  }
  simt::host::counts interpret(phase p) {
    return row_.run(view(), {input_.column.type, values_, workspace_.data(), p}, {});
  }

  const column_kernel& row_;
  parameter_values values_;
  simt::host::global_vector<std::byte> in_;
  simt::host::global_vector<chunk> chunks_;
  simt::host::global_vector<std::byte> workspace_;
};

}  // namespace

std::unique_ptr<workload> make_host_decode(const decode_input& input, const column_kernel& row,
                                           const parameter_values& values) {
  if (row.run == nullptr) throw no_host_form(row.facts);
  check_suits(input.column, row, values);
  return std::make_unique<interpreted_decode>(input, row, values);
}

}  // namespace codag::harness
