// How wide text is on a terminal.
#include "harness/support/display_width.hpp"

#include <gtest/gtest.h>
#include <clocale>

namespace codag::harness {
namespace {

class wide_characters : public testing::Test {
 protected:
  void SetUp() override {
    const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    if (utf8 == nullptr) GTEST_SKIP() << "no C.UTF-8 here";
    freelocale(utf8);
  }
};

TEST(display_width, counts_characters_and_not_bytes) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("MC0"), 3u);
  EXPECT_EQ(display_width("größe"), 5u);
  EXPECT_EQ(display_width("\xff\xfe"), 2u);
}

TEST_F(wide_characters, are_two_columns_and_combining_ones_none) {
  EXPECT_EQ(display_width("日本"), 4u);
  EXPECT_EQ(display_width("😀"), 2u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
}

TEST(shortened, keeps_both_ends) {
  EXPECT_EQ(shortened("warp_per_chunk", 14), "warp_per_chunk");
  EXPECT_EQ(shortened("warp_per_chunk", 13), "warp_...chunk");
  EXPECT_EQ(shortened("warp_per_chunk", 12), "warp_...hunk");
  EXPECT_EQ(shortened("warp_per_chunk", 4), "w...");
  EXPECT_EQ(shortened("warp_per_chunk", 2), "..");
  EXPECT_EQ(shortened("warp_per_chunk", 0), "");
  EXPECT_EQ(shortened("", 0), "");
}

TEST_F(wide_characters, are_never_cut_in_two) {
  for (std::size_t most = 0; most < 20; ++most) {
    const std::string text = shortened("日本語の列の長い名前", most);
    EXPECT_LE(display_width(text), most) << text;
    EXPECT_EQ(text.find('\xff'), std::string::npos);
  }
  EXPECT_EQ(shortened("日本語の列の長い名前", 11), "日本...名前");
  EXPECT_EQ(shortened("日本語の列の長い名前", 20), "日本語の列の長い名前");
}

}  // namespace
}  // namespace codag::harness
