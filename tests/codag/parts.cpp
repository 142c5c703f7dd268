// Names made from a variant's parts.
#include "codag/parts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace codag {
namespace {

constexpr std::array parts{part{"schedule", "warp_per_chunk"}, part{"decoding", "all_threads"},
                           part{"input_buffer", "shared"}, part{"prefetch_warp", "no"}};

constexpr std::string_view joined(const joined_parts& name) {
  return name.text;
}

// The name is made at compile time, so it can be checked there.
static_assert(joined({parts, 3}) == "warp_per_chunk/all_threads/shared");
static_assert(joined({parts, 1}) == "warp_per_chunk", "no separator after the last part");
static_assert(joined({parts, 4}) == "warp_per_chunk/all_threads/shared/no");
static_assert(joined({parts, 0}).empty());

constexpr std::string_view of_95 =
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
    "1234";
static_assert(of_95.size() == 95);

TEST(joined_parts, a_name_of_the_greatest_length_ends) {
  constexpr std::array whole{part{"name", of_95}};
  constexpr joined_parts name{whole, 1};
  EXPECT_EQ(std::string_view(name.text), of_95);
  constexpr std::array halves{part{"first", of_95.substr(0, 47)}, part{"second", of_95.substr(48)}};
  constexpr joined_parts two{halves, 2};
  EXPECT_EQ(std::string_view(two.text).size(), 95u);
  EXPECT_EQ(two.text[47], '/');
}

}  // namespace
}  // namespace codag
