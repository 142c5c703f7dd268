// The ALU micro-benchmark on the host backend.
#include <map>
#include <optional>
#include <string>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "harness/measure/host_counts.hpp"
#include "harness/workloads/microbenchmark/alu.hpp"
#include "harness/workloads/microbenchmark/alu_kernel.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {
namespace {

// Enough blocks and warps to have neighbours. An interpreter does not need more to reach full
// throughput.
constexpr simt::launch_shape host_shape{2, 2 * simt::warp_size};
constexpr std::uint32_t host_warps = host_shape.blocks * host_shape.threads / simt::warp_size;
constexpr std::uint32_t most_host_accesses = 8;

class interpreted_alu final : public workload {
 public:
  interpreted_alu(const alu_case& what, std::uint64_t seed)
      : what_(what), work_(what, host_warps, most_host_accesses) {
    const std::vector<std::uint32_t> input = alu_input(work_, seed);
    expected_ = alu_expected(what, work_, input);
    in_ = simt::host::to_global<std::uint32_t>(input);
    out_.resize(expected_.size());
  }

  void poison() override {
    for (std::size_t i = 0; i < out_.size(); ++i) out_[i] = ~expected_[i];
  }

  verification outcome() override {
    return check(std::as_bytes(std::span(expected_)), std::as_bytes(std::span(out_)), {});
  }

  void launch() override { launch_kernel(); }

  std::optional<std::map<std::string, std::uint64_t>> counts() override {
    return by_name(launch_kernel());
  }

  [[nodiscard]] std::uint64_t operations() const override { return work_.total_operations(); }

 private:
  template <bool all_threads>
  simt::host::counts launch_mode() {
    return simt::host::launch(
        alu_kernel<all_threads>{in_.data(), out_.data(), out_.data() + work_.words(),
                                work_.accesses, work_.operations},
        host_shape);
  }
  simt::host::counts launch_kernel() {
    return what_.all_threads ? launch_mode<true>() : launch_mode<false>();
  }

  alu_case what_;
  alu_work work_;
  std::vector<std::uint32_t> expected_;
  simt::host::global_vector<std::uint32_t> in_, out_;
};

}  // namespace

std::unique_ptr<workload> make_host_alu(const alu_case& what, std::uint64_t seed) {
  return std::make_unique<interpreted_alu>(what, seed);
}

}  // namespace codag::harness
