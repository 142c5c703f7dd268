// Which regular expressions are taken, and that none takes all memory.
#include "harness/support/pattern.hpp"

#include <gtest/gtest.h>

namespace codag::harness {
namespace {

std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

std::string refused(const std::string& text) {
  try {
    const pattern compiled(text);
    return "";
  } catch (const bad_pattern& e) {
    return e.what();
  }
}

TEST(pattern, finds_what_it_describes) {
  EXPECT_TRUE(pattern("MC[0-3]/.*/block").finds("MC0/rle_v1/block_per_chunk"));
  EXPECT_FALSE(pattern("^rle").finds("MC0/rle_v1"));
  EXPECT_TRUE(pattern("(rle|deflate)+_v1").finds("MC0/rle_v1"));
  EXPECT_TRUE(pattern("((a+)b)+").finds("aab"));
  EXPECT_TRUE(pattern("[]{+]\\{").finds("x+{"));
  EXPECT_TRUE(pattern("[[:alpha:]{]+0").finds("MC0"));
  EXPECT_TRUE(pattern("[^]{]").finds("a"));
}

TEST(pattern, what_costs_exponential_time_or_memory_is_refused) {
  EXPECT_NE(refused("a" + std::string(999, '+')).find("repeats"), std::string::npos);
  EXPECT_NE(refused(std::string(300, '(') + "a" + repeated(")+", 300)).find("repeats"),
            std::string::npos);
  EXPECT_NE(refused("(a|b+)" + std::string(30, '+')).find("repeats"), std::string::npos);
  EXPECT_NE(refused("((((" + std::string(200, 'a') + ")+)+)+)+").find("repeats"),
            std::string::npos);
  EXPECT_NE(refused("[]+]" + std::string(30, '+')).find("repeats"), std::string::npos);
  EXPECT_NE(refused("[[:alpha:]]" + std::string(30, '+')).find("repeats"), std::string::npos);
  EXPECT_NE(refused("\\+" + std::string(30, '+')).find("repeats"), std::string::npos);
  EXPECT_NE(refused("(a{1,255}){1,255}").find("{}"), std::string::npos);
  EXPECT_NE(refused("[a]{9}").find("{}"), std::string::npos);
  EXPECT_NE(refused("(a*)*\\1").find("\\1"), std::string::npos);
}

TEST(pattern, a_thousand_characters_of_anything_end) {
  for (const std::string& text :
       {std::string(1000, '('), std::string(1000, ')'), std::string(1000, '.'),
        std::string(1000, '['), std::string(1000, '\\'), repeated("a?", 500), repeated(".*", 500),
        repeated("(a|", 333), std::string(330, '(') + "a" + repeated(")*", 330),
        std::string(499, '(') + "a" + std::string(499, ')')})
    try {
      EXPECT_FALSE(pattern(text).finds("") && text == std::string(1000, '.'));
      (void)pattern(text).finds(std::string(300, 'a'));
    } catch (const bad_pattern& e) {
      EXPECT_STRNE(e.what(), "");
    }
  EXPECT_NE(refused(std::string(100'000, '.')).find("1000"), std::string::npos);
  EXPECT_EQ(refused(std::string(1000, '.')), "");
}

}  // namespace
}  // namespace codag::harness
