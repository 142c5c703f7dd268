#include "harness/screen/column_table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "datasets/generator/generator.hpp"
#include "datasets/manifest.hpp"
#include "datasets/symbol_manifest.hpp"
#include "datasets/text_manifest.hpp"

namespace codag::harness {
namespace {

constexpr std::uint64_t bytes = 128 * 1024;

TEST(column_table, shows_every_column_text_and_note_within_a_terminal) {
  const std::string table = statistics_table(bytes, 1);
  for (const auto& entry : datasets::manifest()) {
    std::string row("\n");
    row.append(entry.name).append(" ").append(to_string(entry.type));
    EXPECT_NE(table.find(row), std::string::npos) << row;
  }
  for (const auto& entry : datasets::symbol_manifest())
    EXPECT_NE(table.find("\n" + std::string(entry.name) + " "), std::string::npos) << entry.name;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 110u) << line;
  std::istringstream narrow(statistics_table(bytes, 1, 60));
  for (std::string line; std::getline(narrow, line) && !line.starts_with("ratio: ");)
    EXPECT_LE(line.size(), 60u) << line;
  EXPECT_NE(table.find("17.2 elements"), std::string::npos);
  EXPECT_NE(table.find("\nwikipedia_text"), std::string::npos);
  EXPECT_NE(table.find(" /   3.09"), std::string::npos);
}

TEST(column_table, json_has_what_the_table_has) {
  const nlohmann::json json = statistics_json(bytes, 3);
  EXPECT_EQ(json.at("seed"), 3);
  EXPECT_EQ(json.at("bytes_per_column"), bytes);
  ASSERT_EQ(json.at("columns").size(), datasets::manifest().size());
  const nlohmann::json& column = json.at("columns").at(0);
  EXPECT_EQ(column.at("name"), "MC0");
  EXPECT_EQ(column.at("type"), "uint64");
  EXPECT_EQ(column.at("paper").at("rle_v1_ratio"), 0.023);
  EXPECT_NEAR(column.at("generated").at("rle_v1_ratio").get<double>(), 0.023, 0.005);
  EXPECT_EQ(column.at("sha256"), datasets::generate("MC0", bytes, 3).sha256);
  ASSERT_EQ(json.at("symbol_columns").size(), datasets::symbol_manifest().size());
  const nlohmann::json& symbols = json.at("symbol_columns").at(1);
  EXPECT_EQ(symbols.at("name"), "CD2_symbols");
  EXPECT_EQ(symbols.at("column"), "CD2");
  EXPECT_EQ(symbols.at("type"), "uint32");
  EXPECT_EQ(symbols.at("sha256"), datasets::generate("CD2_symbols", bytes, 3).sha256);
  EXPECT_EQ(symbols.at("paper").at("rle_v1_symbol_elements"), 20.9 / 4);
  EXPECT_EQ(symbols.at("not_followed"), nlohmann::json({"deflate_symbol_bytes"}));
  ASSERT_EQ(json.at("texts").size(), datasets::text_manifest().size());
  const nlohmann::json& text = json.at("texts").at(1);
  EXPECT_EQ(text.at("file"), "hollywood-2009.mtx");
  EXPECT_EQ(text.at("paper").at("gzip_ratio"), 4.99);
  EXPECT_NEAR(text.at("generated").at("gzip_ratio").get<double>(), 4.99, 0.5);
}

}  // namespace
}  // namespace codag::harness
