// Tables that align whatever their cells hold, and fit a terminal.
#include "harness/screen/text_table.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "harness/support/display_width.hpp"

namespace codag::harness {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

text_table wide_table() {
  text_table table;
  table.add({"variant", "american", "mortgage_column", "third", "fourth"});
  table.add({"warp_per_chunk/all_threads/shared/warps=8", "1.0", "2.0 +- 0.43%", "3", "4"});
  table.add({"block_per_chunk", "10.0", "20.0 +- 0.43%", "30", "40"});
  return table;
}

TEST(text_table, no_number_but_zero_reads_zero) {
  EXPECT_EQ(fixed(0, 1), "0.0");
  EXPECT_EQ(fixed(0.05, 1), "0.1");
  EXPECT_EQ(fixed(0.042, 1), "0.042");
  EXPECT_EQ(fixed(-0.0049, 2), "-0.0049");
  EXPECT_EQ(fixed(12.34, 1), "12.3");
  EXPECT_EQ(fixed(0.4, 0), "0");  // such as seconds
}

TEST(text_table, wide_and_combining_characters_align) {
  text_table table;
  table.add({"name", "n"});
  table.add({"größe", "1"});
  table.add({"e\u0301", "20"});
  EXPECT_EQ(table.str({}), "name    n\n---------\ngröße   1\ne\u0301      20\n");
}

TEST(text_table, cells_are_printable) {
  text_table table;
  table.add({"name", "n"});
  table.add({"a\033[2J\nb", "\u202e"});
  const std::string text = table.str({});
  EXPECT_NE(text.find("a\\x1b[2J\\nb  \\u202e\n"), std::string::npos) << text;
}

TEST(text_table, nothing_is_cut_in_a_pipe_or_where_it_fits) {
  const std::string whole = wide_table().str({});
  EXPECT_EQ(lines_of(whole).size(), 4u);
  EXPECT_NE(whole.find("warp_per_chunk/all_threads/shared/warps=8  "), std::string::npos);
  const std::size_t width = lines_of(whole)[1].size();
  EXPECT_EQ(wide_table().str(width), whole);
  EXPECT_NE(wide_table().str(width - 1), whole);
}

TEST(text_table, at_60_columns_labels_are_shortened_and_the_values_that_do_not_fit_follow_below) {
  const std::vector<std::string> lines = lines_of(wide_table().str(60));
  for (const std::string& line : lines) EXPECT_LE(display_width(line), 60u) << line;
  ASSERT_EQ(lines.size(), 9u);
  EXPECT_EQ(lines[4], "");
  EXPECT_TRUE(lines[2].starts_with("warp_per_chunk...hared/warps=8 ")) << lines[2];
  EXPECT_TRUE(lines[0].ends_with("  american  mortgage_column")) << lines[0];
  EXPECT_TRUE(lines[2].ends_with("     1.0     2.0 +- 0.43%")) << lines[2];
  EXPECT_TRUE(lines[5].starts_with("variant ") && lines[5].ends_with("third  fourth")) << lines[5];
  EXPECT_TRUE(lines[8].starts_with("block_per_chunk ") && lines[8].ends_with("30      40"));
}

TEST(text_table, a_narrower_terminal_gets_60_columns) {
  EXPECT_EQ(wide_table().str(10), wide_table().str(60));
}

TEST(text_table, a_value_that_does_not_fit_alone_is_shortened) {
  text_table table;
  table.add({"name", "n"});
  table.add({"a", std::string(50, 'x') + std::string(50, 'y')});
  const std::vector<std::string> lines = lines_of(table.str(60));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[2], "a     " + std::string(26, 'x') + "..." + std::string(25, 'y'));
}

TEST(text_table, both_labels_stay_beside_every_part) {
  text_table table(2);
  table.add({"dataset", "variant", "first", "second", "third"});
  table.add({"MC0", "warp", std::string(30, '1'), std::string(30, '2'), "3"});
  const std::vector<std::string> lines = lines_of(table.str(60));
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_TRUE(lines[2].starts_with("MC0      warp     1111"));
  EXPECT_TRUE(lines[6].starts_with("MC0      warp     2222"));
  EXPECT_TRUE(lines[6].ends_with("2      3"));
}

}  // namespace
}  // namespace codag::harness
