// Which known name is offered for a misspelt one.
#include "harness/support/nearest_name.hpp"

#include <gtest/gtest.h>

namespace codag::harness {
namespace {

TEST(nearest_name, edit_distance_counts_insertions_deletions_and_substitutions) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("rle_v1", "rle_v2"), 1u);
  EXPECT_EQ(edit_distance("blok_per_chunk", "block_per_chunk"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(nearest_name, lists_all_names_and_asks_only_for_a_near_one) {
  const std::vector<std::string> known = {"time", "verify", "counts"};
  EXPECT_EQ(expected_names("tyme", known),
            "; expected one of time, verify, counts; did you mean \"time\"?");
  EXPECT_EQ(expected_names("throughput", known), "; expected one of time, verify, counts");
  EXPECT_EQ(expected_names("", known), "; expected one of time, verify, counts");
}

TEST(nearest_name, of_names_equally_near_the_first_is_offered) {
  const std::vector<std::string> known = {"rle_v1", "rle_v2"};
  EXPECT_NE(expected_names("rle_v3", known).find("did you mean \"rle_v1\"?"), std::string::npos);
}

}  // namespace
}  // namespace codag::harness
