#include "harness/screen/copy_table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "datasets/paper_copy.hpp"

namespace codag::harness {
namespace {

measured_copy the_papers_own(const char* name) {
  const datasets::manifest_entry& column = datasets::manifest_column(name);
  return {
      .column = column,
      .path = "copy.bin",
      .sha256 = "0",
      .type = column.type,
      .bytes = static_cast<std::uint64_t>(datasets::paper_values(column)) * size_of(column.type),
      .statistics = column.paper};
}

TEST(copy_table, a_copy_agrees_unless_a_judged_number_differs) {
  measured_copy copy = the_papers_own("HRG");
  EXPECT_TRUE(agrees(copy));
  copy.statistics.rle_v2_ratio = 0.85;  // a doubtful number of the paper
  EXPECT_TRUE(agrees(copy));
  copy.statistics.deflate_ratio = 0.2;
  EXPECT_FALSE(agrees(copy));
  const nlohmann::json json = copies_json({copy}).at("copies").at(0);
  EXPECT_EQ(json.at("differs"), nlohmann::json({"deflate_ratio"}));
  EXPECT_EQ(json.at("not_judged"), nlohmann::json({"rle_v2_ratio", "deflate_symbol_bytes"}));
}

TEST(copy_table, numbers_are_marked) {
  measured_copy copy = the_papers_own("HRG");
  copy.statistics.deflate_ratio = 0.2;
  const std::string table = copies_table({the_papers_own("MC0"), copy});
  EXPECT_NE(table.find("0.0230 / 0.0230  "), std::string::npos) << table;
  EXPECT_NE(table.find("0.2000 / 0.3050 *"), std::string::npos) << table;
  EXPECT_NE(table.find("0.9720 / 0.9720 ?"), std::string::npos) << table;
  EXPECT_LT(table.find("agrees\n"), table.find("differs\n")) << table;
}

}  // namespace
}  // namespace codag::harness
