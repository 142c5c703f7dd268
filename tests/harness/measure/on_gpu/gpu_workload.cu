// What every timed run on the GPU relies on: the L2 cache is flushed before a cold run and before
// no other, the events measure the kernel and nothing else, the clock is the one that the kernel
// ran at, and a write beside a buffer is seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/gpu_workload.cuh"

namespace codag::harness::cuda {
namespace {

template <class T>
T read(const guarded_memory& memory) {
  T value{};
  check_cuda(cudaMemcpy(&value, memory.data(), sizeof(value), cudaMemcpyDeviceToHost),
             "cudaMemcpy");
  return value;
}

/// What a test's kernel measures of itself.
struct self_measured {
  long long cycles;
  unsigned long long nanoseconds;
  unsigned value;  // keeps the compiler from removing the work
};

__device__ unsigned long long nanoseconds_now() {
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// One thread follows a chain of loads, each of which has to wait for the one before it.
__global__ void follow(const unsigned* next, unsigned steps, self_measured* measured) {
  unsigned at = 0;
  const long long begin = clock64();
  for (unsigned i = 0; i < steps; ++i) at = __ldcg(next + at);  // from the L2: the L1 is passed by
  asm volatile("" : "+r"(at) : : "memory");  // the end is read after the last load
  measured->cycles = clock64() - begin;
  measured->value = at;
}

/// One thread that does nothing for `cycles`.
__global__ void spin(long long cycles, self_measured* measured) {
  const unsigned long long begin_nanoseconds = nanoseconds_now();
  const long long begin = clock64();
  while (clock64() - begin < cycles) continue;
  measured->cycles = clock64() - begin;
  measured->nanoseconds = nanoseconds_now() - begin_nanoseconds;
}

class test_workload : public gpu_workload {
 public:
  void poison() override {}
  verification outcome() override { return {}; }
  [[nodiscard]] self_measured measured() const { return read<self_measured>(measured_); }

 protected:
  [[nodiscard]] self_measured* result() const {
    return reinterpret_cast<self_measured*>(measured_.data());
  }

 private:
  guarded_memory measured_{sizeof(self_measured)};
};

/// A chain through every line of 1 MiB, which any L2 holds, in an order that no prefetcher guesses.
class chain final : public test_workload {
 public:
  chain() {
    std::vector<unsigned> order(lines);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin() + 1, order.end(), std::mt19937(1));
    std::vector<unsigned> next(lines * words_per_line);
    for (unsigned i = 0; i < lines; ++i)
      next[order[i] * words_per_line] = order[(i + 1) % lines] * words_per_line;
    check_cuda(cudaMemcpy(next_.data(), next.data(), next_.size(), cudaMemcpyHostToDevice),
               "cudaMemcpy");
  }
  void launch() override {
    follow<<<1, 1>>>(reinterpret_cast<const unsigned*>(next_.data()), lines, result());
    check_cuda(cudaGetLastError(), "follow");
  }

 private:
  static constexpr unsigned lines = 8192, words_per_line = 32;  // lines of 128 bytes
  guarded_memory next_{lines * words_per_line * sizeof(unsigned)};
};

/// About 10 ms, beside which a launch's microseconds do not count.
class spinning final : public test_workload {
 public:
  void launch() override {
    spin<<<1, 1>>>(20'000'000, result());
    check_cuda(cudaGetLastError(), "spin");
  }
};

/// Two short kernels, between which the CPU does something else for 20 ms.
class slowly_enqueued final : public test_workload {
 public:
  explicit slowly_enqueued(bool waits) : waits_(waits) {}
  void launch() override {
    for (int i = 0; i < 2; ++i) {
      spin<<<1, 1>>>(1000, result());
      check_cuda(cudaGetLastError(), "spin");
      if (waits_) check_cuda(cudaDeviceSynchronize(), "spin");
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

 private:
  bool waits_;
};

class gpu_workload_test : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
  }
};

/// The median of the cycles that a few runs took.
template <class Run>
long long median_cycles(const chain& workload, const Run& run) {
  std::vector<long long> cycles(7);
  for (long long& one : cycles) {
    run();
    one = workload.measured().cycles;
  }
  std::nth_element(cycles.begin(), cycles.begin() + 3, cycles.end());
  return cycles[3];
}

TEST_F(gpu_workload_test, only_a_cold_run_finds_the_l2_cache_flushed) {
  chain workload;
  workload.run(false);  // the cache is filled
  const auto hot = median_cycles(workload, [&] { workload.run(false); });
  const auto cold = median_cycles(workload, [&] { workload.run(true); });
  // DRAM answers at least half as late again as the L2.
  EXPECT_GT(cold, hot + hot / 2) << "hot " << hot;
  workload.timed_launch();  // the cache is filled again
  const auto launched = median_cycles(workload, [&] { workload.timed_launch(); });
  EXPECT_LT(launched, hot + hot / 4) << "hot " << hot << ", cold " << cold;
  EXPECT_TRUE(workload.has_cold());
}

TEST_F(gpu_workload_test, a_runs_time_and_clock_are_the_kernels) {
  spinning workload;
  workload.run(false);  // the clock has risen
  for (const bool cold : {false, true}) {
    const timed_run run = workload.run(cold);
    const self_measured itself = workload.measured();
    const double seconds = static_cast<double>(itself.nanoseconds) * 1e-9;
    const double mhz = static_cast<double>(itself.cycles) / seconds * 1e-6;
    EXPECT_NEAR(run.seconds, seconds, 0.05 * seconds);
    EXPECT_NEAR(run.sm_clock_mhz, mhz, 0.05 * mhz);
    EXPECT_LT(run.sm_clock_mhz, 1.1 * workload.rated_clock_mhz());
  }
  const double launched = workload.timed_launch();
  EXPECT_NEAR(launched, static_cast<double>(workload.measured().nanoseconds) * 1e-9,
              0.05 * launched);
}

TEST_F(gpu_workload_test, a_sample_has_no_time_in_it_that_the_cpu_needs_to_enqueue) {
  slowly_enqueued workload(false);
  for (const bool cold : {false, true}) {
    const timed_run run = workload.run(cold);
    EXPECT_TRUE(run.held);
    EXPECT_LT(run.seconds, 0.005) << "two kernels of a microsecond each";
  }
  EXPECT_GT(workload.timed_launch(), 0.02) << "which is what the CPU needs";
}

// The GPU waits for the CPU, and the launch for the GPU.
TEST_F(gpu_workload_test, a_launch_that_waits_for_the_gpu_is_not_held_and_does_not_hang) {
  slowly_enqueued workload(true);
  EXPECT_FALSE(workload.run(false).held);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(workload.run(false).held);
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(took, std::chrono::nanoseconds(stream_holder::limit_ns)) << "it is not tried again";
}

TEST_F(gpu_workload_test, clock_readings_in_the_wrong_order_give_no_clock) {
  sm_clock clock(attribute(cudaDevAttrMultiProcessorCount));
  clock.after();
  clock.before();
  EXPECT_EQ(clock.mhz(), 0);
  clock.after();
  EXPECT_GT(clock.mhz(), 0);
}

TEST_F(gpu_workload_test, a_failed_launch_is_thrown) {
  class failing final : public test_workload {
   public:
    void launch() override {
      spin<<<1, 4096>>>(1, nullptr);  // no block has so many threads
      check_cuda(cudaGetLastError(), "spin");
    }
  } workload;
  EXPECT_THROW(workload.run(true), std::runtime_error);
  EXPECT_THROW(workload.timed_launch(), std::runtime_error);
}

__global__ void __launch_bounds__(1024) little(int* out) {
  __shared__ int values[256];
  extern __shared__ int more[];
  values[threadIdx.x % 256] = more[0];
  __syncthreads();
  if (threadIdx.x == 0) *out = values[7];
}

TEST_F(gpu_workload_test, launch_facts_are_the_drivers) {
  const kernel_facts facts =
      kernel_facts_of({"little",
                       reinterpret_cast<const void*>(little),
                       {.blocks = 7, .threads = 1024, .shared_bytes = 2048}});
  EXPECT_EQ(facts.name, "little");
  EXPECT_EQ(facts.code.size(), 16u) << facts.no_code;
  EXPECT_EQ(facts.grid, 7u);
  EXPECT_EQ(facts.block, 1024u);
  EXPECT_EQ(facts.shared_bytes, 1024u + 2048u) << "static and dynamic";
  EXPECT_GT(facts.registers, 0u);
  EXPECT_LE(facts.registers, 64u) << "or 1024 threads do not fit";
  EXPECT_EQ(facts.local_bytes, 0u);
  const int most_threads = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  EXPECT_EQ(facts.resident_blocks, static_cast<unsigned>(most_threads / 1024));
  EXPECT_DOUBLE_EQ(facts.occupancy, facts.resident_blocks * 1024.0 / most_threads);
}

/// Waits for some clock cycles.
struct waiting_kernel {
  static constexpr const char* name = "waiting";
  static constexpr unsigned max_threads = 32, min_blocks = 1;
  long long cycles;
  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& /*t*/, std::byte* /*shared*/) const {
    const long long begin = clock64();
    while (clock64() - begin < cycles) continue;
  }
};

TEST_F(gpu_workload_test, each_kernel_of_a_launch_has_its_share) {
  struct waiting final : gpu_workload {
    void poison() override {}
    verification outcome() override { return {}; }
    void launch() override {
      ++launches;
      for (const long long cycles : {1'000'000, 3'000'000})
        check_cuda(simt::cuda::launch(waiting_kernel{cycles}, {1, 32}), "launch");
    }
    int launches = 0;
  } work;
  work.launch();
  work.synchronize();
  const auto facts = work.how_launched();
  EXPECT_EQ(work.launches, 2);
  ASSERT_TRUE(facts);
  ASSERT_EQ(facts->kernels.size(), 2u);
  EXPECT_EQ(facts->kernels[0].name, "waiting");
  EXPECT_NEAR(facts->kernels[0].share, 0.25, 0.03);
  EXPECT_NEAR(facts->kernels[1].share, 0.75, 0.03);
  EXPECT_EQ(&facts->main(), &facts->kernels[1]);
  EXPECT_EQ(facts->kernels[0].code, facts->kernels[1].code);
}

__global__ void do_nothing() {}

TEST_F(gpu_workload_test, a_launch_that_says_nothing_has_no_kernels) {
  struct silent final : gpu_workload {
    void poison() override {}
    verification outcome() override { return {}; }
    void launch() override { do_nothing<<<1, 32>>>(); }
  } work;
  work.launch();
  EXPECT_FALSE(work.how_launched());
}

TEST_F(gpu_workload_test, kernels_can_be_listed_without_a_launch) {
  int calls = 0;
  const auto kernels = kernels_of([&] {
    ++calls;
    check_cuda(simt::cuda::launch(waiting_kernel{1'000'000'000'000}, {7, 32}), "launch");
  });
  EXPECT_EQ(calls, 1);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].shape.blocks, 7u);
  check_cuda(cudaDeviceSynchronize(), "nothing runs");
}

TEST_F(gpu_workload_test, guards_see_every_byte_beside_the_memory_and_none_in_it) {
  constexpr std::size_t bytes = 1001;
  const auto set = [](std::byte* at) { check_cuda(cudaMemset(at, 0, 1), "cudaMemset"); };
  constexpr auto guard = static_cast<std::ptrdiff_t>(guarded_memory::guard_bytes);
  constexpr auto end = static_cast<std::ptrdiff_t>(bytes);
  for (const std::ptrdiff_t beside : {std::ptrdiff_t{-1}, -guard, end, end + guard - 1}) {
    const guarded_memory memory(bytes);
    EXPECT_TRUE(memory.guards_intact());
    set(memory.data() + beside);
    EXPECT_FALSE(memory.guards_intact()) << beside;
  }
  const guarded_memory memory(bytes);
  EXPECT_EQ(memory.size(), bytes);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 256, 0u) << "as cudaMalloc aligns";
  set(memory.data());
  set(memory.data() + bytes - 1);
  EXPECT_TRUE(memory.guards_intact());
}

TEST_F(gpu_workload_test, too_much_memory_is_refused_and_the_next_case_runs) {
  EXPECT_THROW(guarded_memory(std::size_t{1} << 50), cannot_run);
  EXPECT_TRUE(guarded_memory(1).guards_intact());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace codag::harness::cuda
