#include "datasets/gzip.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace codag::datasets {
namespace {

constexpr std::uint64_t enough = 1u << 20;

std::string some_text() {
  std::string text;
  for (unsigned i = 0; text.size() < 300'000; ++i) text += std::to_string(i * i) + ", ";
  return text;
}

// "codag\n", packed by `gzip -n` 1.12.
constexpr std::string_view codag_packed(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\xce\x4f\x49\x4c\xe7\x02\x00\xf6\xe9\xf8\x13\x06"
    "\x00\x00\x00",
    26);

TEST(gzip, gives_the_text_back) {
  for (const std::string& text : {std::string(), std::string("a"), some_text()}) {
    const std::string packed = gzip(text);
    EXPECT_TRUE(is_gzip(packed));
    EXPECT_EQ(gunzip(packed, enough), text);
    EXPECT_EQ(gzip(text), packed) << "the same text gives the same file";
  }
  EXPECT_LT(gzip(some_text()).size(), some_text().size() / 2);
}

TEST(gzip, reads_the_files_of_gzip) {
  EXPECT_EQ(gunzip(codag_packed, enough), "codag\n");
  EXPECT_EQ(gunzip(std::string(codag_packed) + gzip("report\n"), enough), "codag\nreport\n")
      << "two members";
  EXPECT_EQ(gunzip(std::string(codag_packed) + std::string(1000, '\0'), enough), "codag\n")
      << "filled up with zeros, as gzip allows";
  EXPECT_FALSE(is_gzip("{\"codag\": 1}"));
  EXPECT_FALSE(is_gzip("\x1f"));
}

TEST(gzip, ends_with_what_is_allowed) {
  const std::string bomb = gzip(std::string(50'000'000, ' '));
  const auto text = gunzip(bomb, 1000);
  ASSERT_TRUE(text);
  EXPECT_GT(text->size(), 1000u);
  EXPECT_LT(text->size(), 1'000'000u);
  EXPECT_EQ(gunzip(gzip(std::string(1000, 'a')), 1000)->size(), 1000u);
}

TEST(gzip, refuses_what_is_damaged) {
  const std::string packed = gzip(some_text());
  for (std::size_t bytes = 0; bytes < packed.size(); bytes += 97)
    EXPECT_FALSE(gunzip(packed.substr(0, bytes), enough)) << bytes << " bytes of it";
  for (const std::size_t at : {packed.size() / 2, packed.size() - 8, packed.size() - 1}) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(gunzip(damaged, enough)) << "byte " << at;
  }
  EXPECT_FALSE(gunzip(packed + "more", enough));
}

}  // namespace
}  // namespace codag::datasets
