// The comparison on the GPU finds what the comparison on the host finds.
#include <gtest/gtest.h>

#include <vector>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/gpu_verification.cuh"

namespace codag::harness::cuda {
namespace {

std::vector<std::byte> counting(std::size_t bytes) {
  std::vector<std::byte> all(bytes);
  for (std::size_t i = 0; i < bytes; ++i) all[i] = static_cast<std::byte>(i * 7);
  return all;
}

class verification_on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
  }
};

TEST_F(verification_on_gpu, poison_is_wrong_in_every_byte) {
  for (const std::size_t bytes : {1, 3, 4, 5, 4099, 1 << 20}) {
    const std::vector<std::byte> original = counting(bytes);
    const expected_output expected(original);
    const guarded_memory out(bytes);
    expected.poison(out);
    std::vector<std::byte> poison(bytes);
    check_cuda(cudaMemcpy(poison.data(), out.data(), bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    EXPECT_EQ(poison, poison_for(original)) << bytes;
    EXPECT_EQ(expected.first_difference(out), 0u) << bytes;
    EXPECT_TRUE(out.guards_intact());
  }
}

TEST_F(verification_on_gpu, finds_the_first_wrong_byte_wherever_it_is) {
  constexpr std::size_t bytes = (1 << 20) + 3;
  const std::vector<std::byte> original = counting(bytes);
  const expected_output expected(original);
  const guarded_memory out(bytes);
  const auto put = [&](const std::vector<std::byte>& all) {
    check_cuda(cudaMemcpy(out.data(), all.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  };
  put(original);
  EXPECT_EQ(expected.first_difference(out), std::nullopt);
  for (const std::size_t at : {std::size_t{0}, std::size_t{4097}, bytes - 4, bytes - 1}) {
    std::vector<std::byte> wrong = original;
    wrong[at] ^= std::byte{1};
    wrong[bytes - 1] ^= std::byte{2};  // another one after it
    put(wrong);
    EXPECT_EQ(expected.first_difference(out), at);
    EXPECT_EQ(expected.first_difference(out), first_difference(original, wrong));
  }
}

}  // namespace
}  // namespace codag::harness::cuda
