// Query kernels on the GPU.
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/workloads/cuda_query_transfer.cuh"
#include "harness/workloads/resident_query.cuh"
#include "harness/workloads/shared_memory_limit.cuh"
#include "harness/workloads/workloads.hpp"

namespace codag::harness::cuda {
namespace {

class query_workload final : public gpu_workload {
 public:
  query_workload(const query_input& input, const query_kernel& row, const parameter_values& values)
      : resident_(input, row, values) {
    check_shared_bytes([this] { launch(); });
  }

  void poison() override {
    resident_.poison();
    resident_.launch(resident_.argument(), phase::before);
  }

  verification outcome() override {
    resident_.launch(resident_.argument(), phase::after);
    synchronize();
    return resident_.outcome();
  }

  void launch() override { resident_.launch(resident_.argument(), phase::timed); }

  [[nodiscard]] std::uint64_t workspace_bytes() const override {
    return resident_.workspace_bytes();
  }

  std::unique_ptr<transfer_workload> transfer(const transfer_spec& spec) override {
    return make_query_transfer(resident_, *this, spec);
  }

 private:
  resident_query resident_;
};

}  // namespace

std::unique_ptr<workload> make_query(const query_input& input, const query_kernel& row,
                                     const parameter_values& values) {
  if (row.cuda.launch == nullptr) throw no_cuda_form(row.facts);
  return std::make_unique<query_workload>(input, row, values);
}

}  // namespace codag::harness::cuda
