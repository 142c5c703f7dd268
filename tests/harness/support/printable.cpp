// What a terminal is never sent, and where long text is cut.
#include "harness/support/printable.hpp"

#include <gtest/gtest.h>

#include "harness/support/utf8.hpp"

namespace codag::harness {
namespace {

TEST(printable, plain_text_of_any_script_stays) {
  for (const char* text : {"", "MC0/rle_v1 ~", "größe", "日本語", "e\u0301", "😀"})
    EXPECT_EQ(printable(text), text);
}

TEST(printable, every_control_character_is_escaped) {
  for (char32_t c = 0; c < 0xa0; ++c) {
    std::string text;
    if (c < 0x80)
      text = {static_cast<char>(c)};
    else
      text = {'\xc2', static_cast<char>(c)};
    const bool control = c < 0x20 || c >= 0x7f;
    EXPECT_EQ(printable(text)[0] == '\\', control || c == '\\') << unsigned(c);
  }
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\033[2J"), "\\x1b[2J");
  EXPECT_EQ(printable("\x7f\n\t"), "\\x7f\\n\\t");
  EXPECT_EQ(printable("\u009b2J"), "\\u009b2J");
}

TEST(printable, what_xml_forbids_is_escaped) {
  EXPECT_EQ(printable("a\uffffb\ufffe"), "a\\uffffb\\ufffe");
  EXPECT_EQ(printable("\ufffd"), "\ufffd");
}

TEST(printable, what_moves_text_is_escaped) {
  for (const char* text :
       {"\u061c", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069"}) {
    const std::string safe = printable(text);
    EXPECT_EQ(safe.substr(0, 2), "\\u");
    EXPECT_EQ(safe.size(), 6u);
  }
  EXPECT_EQ(printable("\u202e"), "\\u202e");
  for (const char* beside : {"\u200d", "\u2010", "\u2027", "\u202f", "\u2065", "\u206a"})
    EXPECT_EQ(printable(beside), beside);
}

TEST(printable, bytes_that_are_not_utf8_are_escaped_one_by_one) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("a\xc3"), "a\\xc3");                           // cut off
  EXPECT_EQ(printable("\xc3(\xe6\x97"), "\\xc3(\\xe6\\x97");         // not continued
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");                    // overlong ESC
  EXPECT_EQ(printable("\xe0\x80\x9b"), "\\xe0\\x80\\x9b");           // the same in three bytes
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
  EXPECT_EQ(printable("\x9b"), "\\x9b");                             // C1 without UTF-8
}

TEST(printable, a_long_text_loses_its_middle) {
  const std::string text = printable("found '" + std::string(5'000'000, 'x') + "'; choose a type");
  EXPECT_EQ(text.size(), 2000u);
  EXPECT_TRUE(text.starts_with("found 'xx"));
  EXPECT_TRUE(text.ends_with("'; choose a type"));
  EXPECT_NE(text.find("x...x"), std::string::npos);
  EXPECT_EQ(printable("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(printable("abcdefghijk", 10), "abcd...ijk");
}

TEST(printable, a_pile_of_combining_characters_is_cut_too) {
  std::string pile = "e";
  for (int i = 0; i < 100'000; ++i) pile += "\u0301";
  EXPECT_LT(printable(pile).size(), 5000u);
}

}  // namespace
}  // namespace codag::harness
