// Decode and tile kernels on the GPU.
#include <optional>
#include <string>
#include <vector>

#include "harness/kernels/this_gpu.cuh"
#include "harness/measure/gpu/gpu_verification.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/workloads/cuda_transfer.cuh"
#include "harness/workloads/no_form.hpp"
#include "harness/workloads/resident_column.cuh"
#include "harness/workloads/shared_memory_limit.cuh"

namespace codag::harness::cuda {
namespace {

class decode_workload final : public gpu_workload {
 public:
  decode_workload(const decode_input& input, const column_kernel& row,
                  const parameter_values& values)
      : input_(input),
        row_(row),
        values_(values),
        resident_(input),
        workspace_(row.workspace_bytes == nullptr ? 0
                                                  : row.workspace_bytes(resident_.view(), values)) {
    check_shared_bytes([this] { run_phase(phase::timed); });
    run_phase(phase::before);
  }

  void poison() override {
    if (!expected_) expected_.emplace(input_.original);
    expected_->poison(resident_.out);
    const std::vector<status> statuses(input_.column.chunks.size(), status::not_decoded);
    resident_.statuses.copy_from(statuses.data());
    workspace_.fill(workspace_garbage);
    run_phase(phase::before);
  }

  verification outcome() override {
    run_phase(phase::after);
    synchronize();
    std::vector<status> statuses(input_.column.chunks.size());
    resident_.statuses.copy_to(statuses.data());
    verification v = row_.check == nullptr
                         ? outcome_of(expected_->first_difference(resident_.out), statuses)
                         : outcome_of(why_wrong(), statuses);
    if (v.ok && !(resident_.guards_intact() && workspace_.guards_intact())) v = outside_write();
    return v;
  }

  void launch() override { run_phase(phase::timed); }

  std::vector<part> chosen_parts() override {
    if (row_.chosen.parts == nullptr) return {};
    const device_column column = resident_.view();
    std::vector<std::byte> recorded(row_.chosen.bytes(column));
    workspace_.copy_to(recorded.data(), recorded.size());
    std::vector<part> parts;
    check_cuda(
        on_this_gpu([&](const simt::gpu_facts& gpu) {
          parts = row_.chosen.parts(gpu, column, {input_.column.type, values_, recorded.data()});
          return cudaSuccess;
        }),
        "properties of the GPU");
    return parts;
  }
  [[nodiscard]] std::uint64_t workspace_bytes() const override { return workspace_.size(); }

  std::unique_ptr<transfer_workload> transfer(const transfer_spec& spec) override {
    return make_transfer({input_, row_, values_, resident_, *this}, spec);
  }

 private:
  /// What the row's own check says.
  [[nodiscard]] std::string why_wrong() const {
    std::vector<std::byte> out(resident_.out.size()), workspace(workspace_.size());
    resident_.out.copy_to(out.data());
    workspace_.copy_to(workspace.data());
    return row_.check({out, workspace}, choice(), input_.original);
  }
  void run_phase(phase p) {
    launch_choice now = choice();
    now.phase = p;
    check_cuda(static_cast<cudaError_t>(row_.cuda.launch(resident_.view(), now, nullptr)),
               "launch");
  }
  [[nodiscard]] launch_choice choice() const {
    return {input_.column.type, values_, workspace_.data()};
  }

  decode_input input_;
  const column_kernel& row_;
  parameter_values values_;
  resident_column resident_;
  guarded_memory workspace_;
  std::optional<expected_output> expected_;  // from the first poison() on
};

}  // namespace

std::unique_ptr<workload> make_decode(const decode_input& input, const column_kernel& row,
                                      const parameter_values& values) {
  if (row.cuda.launch == nullptr) throw no_cuda_form(row.facts);
  check_suits(input.column, row, values);
  return std::make_unique<decode_workload>(input, row, values);
}

}  // namespace codag::harness::cuda
