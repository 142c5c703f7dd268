// The real profiler on kernels that are known to wait for one thing. ctest runs each test in a
// process of its own. In one process, the order of the tests matters: all stalls in one session,
// then the metrics.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/measure/profile/profiler.hpp"
#include "tests/harness/measure/profile/toy_kernels.cuh"

namespace codag::harness {
namespace {

using cuda::check_cuda;
using cuda::guarded_memory;

class toy_kernels : public testing::Test {
 protected:
  static void SetUpTestSuite() { profiler::begin(); }
  void SetUp() override {
    if (const auto why = profiler::why_no_profile()) GTEST_SKIP() << "no profiler: " << *why;
  }

  static unsigned multiprocessors() {
    return static_cast<unsigned>(cuda::attribute(cudaDevAttrMultiProcessorCount));
  }

  /// A launch as the profiler wants it.
  template <class Launch>
  static profiled_launch timed(Launch launch) {
    return [launch] {
      cuda::event start, stop;
      start.record();
      launch();
      check_cuda(cudaGetLastError(), "launch");
      stop.record();
      return stop.seconds_since(start);
    };
  }
};

class stalls_of_toy_kernels : public toy_kernels {
 protected:
  static void SetUpTestSuite() {
    toy_kernels::SetUpTestSuite();
    session.emplace();
  }
  static void TearDownTestSuite() { session.reset(); }

  /// Samples `kernel` and checks what must hold for every profile.
  static stall_profile sampled(const std::string& kernel, const profiled_launch& launch,
                               const stall_options& options = {}) {
    launch();  // its module is loaded outside the range
    stall_profile profile = session->sample_stalls(launch, options);
    EXPECT_GE(profile.samples, pc_sampler::enough_samples);
    EXPECT_GT(profile.kernel_seconds, 0);
    std::uint64_t sum = 0;
    for (const auto& [name, reason] : profile.reasons) {
      EXPECT_LE(reason.not_issued, reason.samples) << name;
      sum += reason.samples;
      std::cout << kernel << " " << name << " " << share(profile, name) << "\n";
    }
    EXPECT_EQ(sum, profile.samples);
    EXPECT_EQ(profile.lines_absent, "");
    EXPECT_FALSE(profile.lines.empty());
    for (const source_line& line : profile.lines) {
      EXPECT_EQ(line.file, "tests/harness/measure/profile/toy_kernels.cuh");
      EXPECT_EQ(line.function, kernel);
      EXPECT_LE(line.samples, profile.lines.front().samples);
    }
    return profile;
  }
  static stall_profile sampled_barrier(const stall_options& options = {}) {
    const unsigned blocks = 2 * multiprocessors();
    const guarded_memory out(sizeof(unsigned) * blocks * 1024);
    const auto launch = timed([&] {
      toy::leader_and_barrier<<<blocks, 1024>>>(reinterpret_cast<unsigned*>(out.data()), 500);
    });
    return sampled("leader_and_barrier", launch, options);
  }
  static stall_profile sampled_arithmetic() {
    const unsigned blocks = 8 * multiprocessors();
    const guarded_memory out(sizeof(unsigned) * blocks * 256);
    return sampled("arithmetic", timed([&] {
                     toy::arithmetic<<<blocks, 256>>>(reinterpret_cast<unsigned*>(out.data()),
                                                      2000);
                   }));
  }

  static double share(const stall_profile& profile, const std::string& reason) {
    const auto at = profile.reasons.find(reason);
    return at == profile.reasons.end()
               ? 0
               : static_cast<double>(at->second.samples) / static_cast<double>(profile.samples);
  }

 private:
  static inline std::optional<profiler::stall_session> session;
};

TEST_F(stalls_of_toy_kernels, with_one_leader_are_at_the_barrier) {
  EXPECT_GT(share(sampled_barrier(), "barrier"), 0.8);
}

TEST_F(stalls_of_toy_kernels, full_of_arithmetic_are_for_a_pipe_or_their_turn) {
  const stall_profile profile = sampled_arithmetic();
  EXPECT_GT(share(profile, "math_pipe_throttle") + share(profile, "not_selected"), 0.5);
  EXPECT_GT(share(profile, "math_pipe_throttle"), share(profile, "long_scoreboard"));
}

TEST_F(stalls_of_toy_kernels, one_after_the_other_are_each_ones_own) {
  const stall_profile first = sampled_barrier();
  EXPECT_LT(share(sampled_arithmetic(), "barrier"), 0.1);
  EXPECT_NEAR(share(sampled_barrier(), "barrier"), share(first, "barrier"), 0.02);
}

TEST_F(stalls_of_toy_kernels, at_a_period_four_times_as_long_are_a_quarter) {
  const auto a_launch = [](const stall_profile& profile) {
    return static_cast<double>(profile.samples) / profile.launches;
  };
  const stall_profile often = sampled_barrier({.period_exponent = 11});
  const stall_profile seldom = sampled_barrier({.period_exponent = 13});
  EXPECT_EQ(seldom.period_cycles, 4 * often.period_cycles);
  EXPECT_NEAR(a_launch(often) / a_launch(seldom), 4, 0.4);
}

/// 256 MiB: more than any L2 cache.
constexpr std::size_t copied = 256u << 20;

class copied_memory {
 public:
  copied_memory() : from_(copied), to_(copied) {
    std::vector<std::uint32_t> pattern(copied / 4);
    for (std::size_t i = 0; i < pattern.size(); ++i)
      pattern[i] = static_cast<std::uint32_t>(i * 2654435761u);
    check_cuda(cudaMemcpy(from_.data(), pattern.data(), copied, cudaMemcpyHostToDevice), "copy");
  }
  void launch(unsigned blocks) const {
    toy::copy<<<blocks, 512>>>(reinterpret_cast<const uint4*>(from_.data()),
                               reinterpret_cast<uint4*>(to_.data()), copied / sizeof(uint4));
  }
  [[nodiscard]] bool right() const {
    std::vector<std::byte> a(copied), b(copied);
    check_cuda(cudaMemcpy(a.data(), from_.data(), copied, cudaMemcpyDeviceToHost), "copy");
    check_cuda(cudaMemcpy(b.data(), to_.data(), copied, cudaMemcpyDeviceToHost), "copy");
    return a == b && from_.guards_intact() && to_.guards_intact();
  }

 private:
  guarded_memory from_, to_;
};

TEST_F(stalls_of_toy_kernels, that_copy_are_for_memory) {
  const copied_memory memory;
  const unsigned blocks = 4 * multiprocessors();
  const stall_profile profile = sampled("copy", timed([&] { memory.launch(blocks); }));
  EXPECT_GT(share(profile, "long_scoreboard"), 0.8);
  EXPECT_TRUE(memory.right());
}

class metrics_of_toy_kernels : public toy_kernels {};

TEST_F(metrics_of_toy_kernels, that_copy_are_of_the_bytes_they_copy) {
  const copied_memory memory;
  const unsigned blocks = 4 * multiprocessors();
  const profiled_launch launch = timed([&] { memory.launch(blocks); });
  launch();
  const metric_profile profile =
      profiler::collect_metrics(launch, {"throughput", "occupancy", "no__such_metric.sum"});
  for (const auto& [metric, value] : profile.values) std::cout << metric << " " << value << "\n";
  EXPECT_TRUE(memory.right()) << "after kernel replay";
  EXPECT_GE(profile.replays, 1u);
  EXPECT_GT(profile.kernel_seconds.value(), 0);
  EXPECT_EQ(profile.absent.size(), 1u);
  EXPECT_TRUE(profile.absent.contains("no__such_metric.sum"));
  const auto bytes = static_cast<double>(copied);
  // The kernel does not read from DRAM what is in the L2 cache when it begins, and what is in the
  // cache when it ends has not been written.
  const auto l2 = static_cast<double>(cuda::attribute(cudaDevAttrL2CacheSize));
  for (const char* metric : {"dram__bytes_read.sum", "dram__bytes_write.sum"}) {
    EXPECT_GT(profile.values.at(metric), bytes - l2) << metric;
    EXPECT_LT(profile.values.at(metric), 1.1 * bytes) << metric;
  }
  EXPECT_NEAR(profile.values.at("smsp__thread_inst_executed_per_inst_executed.ratio"), 32, 1);
}

}  // namespace
}  // namespace codag::harness
