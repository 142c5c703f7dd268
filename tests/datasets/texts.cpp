// The generated texts: what they are, and how near they are to the files that they stand in for.
#include <gtest/gtest.h>

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "datasets/generator/generator.hpp"
#include "datasets/gzip_ratio.hpp"
#include "datasets/text_manifest.hpp"
#include "tests/datasets/contents.hpp"

namespace codag::datasets {
namespace {

TEST(text_manifest, every_entry_is_complete_and_has_a_generator) {
  ASSERT_EQ(text_manifest().size(), 2u);
  for (const text_entry& entry : text_manifest()) {
    SCOPED_TRACE(entry.name);
    EXPECT_EQ(find_generator(entry.name).type, element_type::uint8);
    for (const std::string_view text :
         {entry.file, entry.content, entry.source, entry.licence, entry.how_to_get})
      EXPECT_FALSE(text.empty());
    EXPECT_GT(entry.paper_gb, 0);
  }
}

// Within 5 % of what section V says of the real files.
TEST(text_manifest, gzip_reaches_the_ratio_of_the_papers_file) {
  for (const text_entry& entry : text_manifest())
    for (const std::uint64_t seed : {1, 2})
      EXPECT_NEAR(gzip_ratio(generate(entry.name, 2 * mebibyte, seed).bytes),
                  entry.paper_gzip_ratio, 0.05 * entry.paper_gzip_ratio)
          << entry.name << ", seed " << seed;
}

TEST(gzip_ratio, is_that_of_zlib_at_level_6) {
  const dataset text = generate("wikipedia_text", 300'001, 1);
  uLongf bytes = compressBound(text.bytes.size());
  std::vector<Bytef> out(bytes);
  ASSERT_EQ(compress2(out.data(), &bytes, reinterpret_cast<const Bytef*>(text.bytes.data()),
                      text.bytes.size(), 6),
            Z_OK);
  constexpr uLongf wrapper = 6;  // zlib's header and checksum
  EXPECT_DOUBLE_EQ(gzip_ratio(text.bytes), 300'001.0 / static_cast<double>(bytes - wrapper));
  EXPECT_DOUBLE_EQ(gzip_ratio(std::vector<std::byte>(1)), 1.0 / 3);
}

// The elements of MediaWiki's export, each closed by its own end.
TEST(wikipedia_text, is_a_sequence_of_whole_pages) {
  const std::string text = text_of(generate("wikipedia_text", mebibyte, 3));
  std::vector<std::string> open;
  std::map<std::string, int> seen;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.ends_with('/')) continue;
    if (tag.starts_with('/')) {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ(open.back(), tag.substr(1));
      open.pop_back();
    } else {
      open.push_back(tag.substr(0, tag.find(' ')));
      ++seen[open.back()];
      ASSERT_EQ(open.front(), "page");
      ASSERT_EQ(std::ranges::count(open, "page"), 1);
    }
  }
  EXPECT_TRUE(open.empty());
  EXPECT_GT(seen["page"], 300);
  for (const char* element : {"title", "revision", "timestamp", "username", "text"})
    EXPECT_EQ(seen[element], seen["page"]) << element;
  for (const char* mark : {"[[Category:", "\n== ", "'''", "#REDIRECT [[", "&quot;", "\n* [["})
    EXPECT_NE(text.find(mark), std::string::npos) << mark;
}

TEST(wikipedia_text, has_words_that_follow_zipfs_law) {
  std::string text = text_of(generate("wikipedia_text", 4 * mebibyte, 3));
  std::ranges::replace_if(
      text, [](char c) { return c < 'a' || c > 'z'; }, ' ');
  std::map<std::string, std::uint64_t> counts;
  std::istringstream words(text);
  for (std::string word; words >> word;) ++counts[word];
  EXPECT_GT(counts.size(), 15'000u);
  std::vector<double> sorted;
  for (const auto& [word, count] : counts) sorted.push_back(static_cast<double>(count));
  std::ranges::sort(sorted, std::greater{});
  // The exponent between the ranks 50 and 5,000, where it is about 1 in English text.
  const double exponent = std::log(sorted[49] / sorted[4999]) / std::log(100);
  EXPECT_NEAR(exponent, 1, 0.15);
}

TEST(matrix_market, is_sorted_by_column_and_then_by_row) {
  std::istringstream lines(text_of(generate("matrix_market", 2 * mebibyte, 3)));
  std::uint64_t last_row = 0, last_column = 0;
  for (std::string line; std::getline(lines, line);) {
    std::uint64_t row = 0, column = 0;
    std::string more;
    std::istringstream fields(line);
    ASSERT_TRUE(fields >> row >> column) << line;
    ASSERT_FALSE(fields >> more) << line;
    ASSERT_GT(row, column);
    ASSERT_TRUE(column > last_column || (column == last_column && row > last_row)) << line;
    last_row = row;
    last_column = column;
  }
}

// Of the columns, the share that has n entries or more falls as 1/n.
TEST(matrix_market, has_degrees_that_follow_a_power_law) {
  std::istringstream lines(text_of(generate("matrix_market", 16 * mebibyte, 3)));
  std::map<std::uint64_t, std::uint64_t> degrees;
  for (std::uint64_t row, column; lines >> row >> column;) ++degrees[column];
  const auto share = [&](std::uint64_t least) {
    const auto many =
        std::ranges::count_if(degrees, [&](const auto& degree) { return degree.second >= least; });
    return static_cast<double>(many) / static_cast<double>(degrees.size());
  };
  EXPECT_NEAR(share(16), 0.5, 0.1);
  const double exponent = std::log(share(16) / share(512)) / std::log(32);
  EXPECT_NEAR(exponent, 1, 0.15);
}

}  // namespace
}  // namespace codag::datasets
