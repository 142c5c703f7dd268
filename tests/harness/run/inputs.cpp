// The memory that a plan needs on a GPU.
#include "harness/run/inputs.hpp"

#include <gtest/gtest.h>

namespace codag::harness {
namespace {

bench_case sized_case(backend on, std::uint64_t size, work what) {
  return {.name = "a case", .backend = on, .size = size, .work = std::move(what)};
}

TEST(inputs, the_largest_case_on_the_gpu_counts) {
  const std::vector<bench_case> plan = {sized_case(backend::cuda, 10, decode_case{}),
                                        sized_case(backend::cuda, 30, decode_case{}),
                                        sized_case(backend::host, 99, decode_case{})};
  EXPECT_EQ(gpu_bytes_of_largest(plan).least, 30u);
  EXPECT_EQ(gpu_bytes_of_largest(plan).most, 60u) << "a compressed column as large, no workspace";
}

TEST(inputs, a_copy_has_two_buffers) {
  EXPECT_EQ(gpu_bytes_of_largest({sized_case(backend::cuda, 10, decode_case{}),
                                  sized_case(backend::cuda, 10, traffic_case{traffic::copy})})
                .most,
            20u);
  EXPECT_EQ(
      gpu_bytes_of_largest({sized_case(backend::cuda, 10, traffic_case{traffic::write})}).least,
      10u);
}

TEST(inputs, a_plan_without_a_gpu_takes_none_of_its_memory) {
  EXPECT_EQ(gpu_bytes_of_largest({sized_case(backend::host, 10, traffic_case{traffic::copy})}).most,
            0u);
}

}  // namespace
}  // namespace codag::harness
