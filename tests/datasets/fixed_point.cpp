#include "datasets/generator/fixed_point.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace codag::datasets {
namespace {

TEST(fixed_point, log2_is_that_of_the_library) {
  for (std::uint64_t x = 1; x < 1u << 20; x += 1 + x / 100) {
    const double ours = std::ldexp(static_cast<double>(log2_fixed(x)), -32);
    EXPECT_NEAR(ours, std::log2(static_cast<double>(x)), std::ldexp(1, -28)) << x;
  }
  for (unsigned power = 0; power < 64; ++power)
    EXPECT_EQ(log2_fixed(std::uint64_t{1} << power), std::uint64_t{power} << 32);
}

TEST(fixed_point, exp2_is_that_of_the_library) {
  for (double y = 0; y < 43; y += 0.173) {
    const auto fixed = static_cast<std::uint64_t>(std::ldexp(y, 32));
    const double expected = std::exp2(-std::ldexp(static_cast<double>(fixed), -32) + 43);
    EXPECT_NEAR(static_cast<double>(exp2_of_minus(fixed)), expected,
                1 + expected * std::ldexp(1, -25))
        << y;
  }
  EXPECT_EQ(exp2_of_minus(0), exp2_unit);
  EXPECT_EQ(exp2_of_minus(std::uint64_t{43} << 32), 1u);
  EXPECT_EQ(exp2_of_minus(std::uint64_t{44} << 32), 0u);
  EXPECT_EQ(exp2_of_minus(std::uint64_t{64} << 32), 0u);
}

}  // namespace
}  // namespace codag::datasets
