// NVML on the GPU that CUDA runs on: the energy counter rises while a kernel is busy.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/power/energy_meter.hpp"

namespace codag::harness {
namespace {

/// Keeps every multiprocessor busy with multiply-adds.
__global__ void burn(float* out, int rounds) {
  float a = static_cast<float>(threadIdx.x), b = 0.5f;
  for (int i = 0; i < rounds; ++i) {
    a = a * 0.999f + b;
    b = b * 0.998f + a;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}

class burning final : public workload {
 public:
  burning() {
    EXPECT_EQ(cudaMalloc(&out_, std::size_t{blocks} * threads * sizeof(float)), cudaSuccess);
  }
  ~burning() override { cudaFree(out_); }
  void poison() override {}
  verification outcome() override { return {.ok = true, .reason = {}, .chunk_status = {}}; }
  timed_run run(bool) override { return {}; }
  void launch() override {
    burn<<<blocks, threads>>>(out_, 1 << 16);
    ASSERT_EQ(cudaGetLastError(), cudaSuccess);
  }
  void synchronize() override { ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess); }

 private:
  static constexpr unsigned blocks = 1024, threads = 256;
  float* out_ = nullptr;
};

class nvml_on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = cuda::why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
    try {
      gpu_ = open_nvml(cuda::pci_bus_id());
    } catch (const nvml_absent& e) {
      GTEST_SKIP() << "no NVML: " << e.what();
    }
  }
  std::unique_ptr<nvml_gpu> gpu_;
};

TEST_F(nvml_on_gpu, the_counter_rises_around_a_busy_kernel) {
  const auto before = gpu_->total_energy_millijoules();
  if (!before.value) GTEST_SKIP() << "no NVML: " << before.absent;
  burning kernel;
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (std::chrono::steady_clock::now() < until) {
    kernel.launch();
    kernel.synchronize();
  }
  const auto after = gpu_->total_energy_millijoules();
  ASSERT_TRUE(after.value) << after.absent;
  EXPECT_GT(*after.value, *before.value);
}

TEST_F(nvml_on_gpu, a_busy_gpu_draws_less_than_its_limit_and_more_than_nothing) {
  const auto limit = gpu_->power_limit_milliwatts();
  if (!limit.value) GTEST_SKIP() << "no NVML: " << limit.absent;
  burning kernel;
  try {
    const energy_facts e = measure_energy(kernel, *gpu_, {.seconds = 1});
    EXPECT_GE(e.seconds, 1);
    EXPECT_GT(e.launches, 0u);
    EXPECT_GT(e.average_watts, 10);
    EXPECT_LT(e.average_watts, 1.1 * *limit.value / 1e3);
    EXPECT_TRUE(e.throttle_reasons) << e.no_throttle_reasons;
  } catch (const cannot_meter& e) {
    GTEST_SKIP() << "no NVML: " << e.what();
  }
}

}  // namespace
}  // namespace codag::harness
