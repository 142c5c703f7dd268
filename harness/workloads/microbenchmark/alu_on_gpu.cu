#include <cstdint>
#include <span>
#include <vector>

#include "codag/simt/cuda/launch.cuh"
#include "harness/measure/gpu/attribute.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/workloads/microbenchmark/alu.hpp"
#include "harness/workloads/microbenchmark/alu_kernel.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness::cuda {
namespace {

/// As many blocks as can be resident on the GPU at once, so that all of them run in one full wave.
simt::launch_shape full_shape() {
  constexpr unsigned threads = alu_kernel<true>::max_threads;
  const int resident =
      attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / static_cast<int>(threads);
  return {static_cast<unsigned>(resident * attribute(cudaDevAttrMultiProcessorCount)), threads};
}

std::uint32_t warps_of(const simt::launch_shape& shape) {
  return shape.blocks * (shape.threads / simt::warp_size);
}

/// If the bound on a warp's operations allows it, the words are twice the size of the L2 cache, so
/// that every access goes to global memory.
std::uint32_t most_accesses(std::uint32_t warps) {
  const auto l2_words =
      static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize)) / sizeof(std::uint32_t);
  return static_cast<std::uint32_t>(2 * l2_words / warps);
}

class alu_workload final : public gpu_workload {
 public:
  alu_workload(const alu_case& what, std::uint64_t seed)
      : what_(what),
        shape_(full_shape()),
        work_(what, warps_of(shape_), most_accesses(warps_of(shape_))),
        in_(work_.words() * sizeof(std::uint32_t)),
        out_((work_.words() + work_.warps) * sizeof(std::uint32_t)) {
    const std::vector<std::uint32_t> input = alu_input(work_, seed);
    expected_ = alu_expected(what, work_, input);
    in_.copy_from(input.data());
  }

  void poison() override { out_.copy_from(poison_for(std::as_bytes(std::span(expected_))).data()); }

  verification outcome() override {
    synchronize();
    const auto expected = std::as_bytes(std::span(expected_));
    std::vector<std::byte> out(out_.size());
    out_.copy_to(out.data());
    verification v = check(expected, out, {});
    if (v.ok && !(in_.guards_intact() && out_.guards_intact())) return outside_write();
    return v;
  }

  void launch() override {
    check_cuda(what_.all_threads ? launch_mode<true>() : launch_mode<false>(), "launch");
  }

  [[nodiscard]] std::uint64_t operations() const override { return work_.total_operations(); }

 private:
  template <bool all_threads>
  cudaError_t launch_mode() {
    auto* out = reinterpret_cast<std::uint32_t*>(out_.data());
    return simt::cuda::launch(
        alu_kernel<all_threads>{reinterpret_cast<const std::uint32_t*>(in_.data()), out,
                                out + work_.words(), work_.accesses, work_.operations},
        shape_);
  }

  alu_case what_;
  simt::launch_shape shape_;
  alu_work work_;
  std::vector<std::uint32_t> expected_;
  guarded_memory in_, out_;
};

}  // namespace

std::unique_ptr<workload> make_alu(const alu_case& what, std::uint64_t seed) {
  return std::make_unique<alu_workload>(what, seed);
}

}  // namespace codag::harness::cuda
