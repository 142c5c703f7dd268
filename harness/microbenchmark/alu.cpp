#include "harness/microbenchmark/alu.hpp"

#include <map>
#include <optional>
#include <random>
#include <string>

#include "codag/parallel_for.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "harness/microbenchmark/alu_kernel.hpp"
#include "harness/run/host_counts.hpp"
#include "harness/run/workload.hpp"

namespace codag::harness {
namespace {

// Enough that blocks and warps have neighbours; an interpreter has no throughput to fill.
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

  verification verify() override {
    for (std::size_t i = 0; i < out_.size(); ++i) out_[i] = ~expected_[i];
    launch();
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

const char* decoding_name(const alu_case& what) {
  return what.all_threads ? "all_threads" : "single_thread";
}

std::vector<std::uint32_t> alu_input(const alu_work& work, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> words(work.words());
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  return words;
}

std::vector<std::uint32_t> alu_expected(const alu_case& what, const alu_work& work,
                                        std::span<const std::uint32_t> input) {
  std::vector<std::uint32_t> out(work.words() + work.warps);
  parallel_for(work.warps, 0, [&](std::size_t warp) {
    std::uint32_t value = 0;
    for (std::size_t i = warp * work.accesses; i < (warp + 1) * work.accesses; ++i)
      out[i] = value = alu_chain(value ^ input[i], work.operations);
    // The lanes that did nothing still hold their first value, 0.
    const bool all_agree = what.all_threads || value == 0;
    out[work.words() + warp] = all_agree ? simt::full_mask : 1;
  });
  return out;
}

std::unique_ptr<workload> make_host_alu(const alu_case& what, std::uint64_t seed) {
  return std::make_unique<interpreted_alu>(what, seed);
}

}  // namespace codag::harness
