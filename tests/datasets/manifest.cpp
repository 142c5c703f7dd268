#include "datasets/manifest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "datasets/dataset.hpp"
#include "datasets/symbol_manifest.hpp"

namespace codag::datasets {
namespace {

TEST(manifest, has_the_paper_columns_in_its_order) {
  std::string names;
  for (const manifest_entry& entry : manifest()) names += std::string(entry.name) + " ";
  EXPECT_EQ(names, "MC0 MC3 TPC TPT CD2 TC2 HRG ");
}

TEST(manifest, every_entry_is_complete) {
  for (const manifest_entry& entry : manifest()) {
    SCOPED_TRACE(entry.name);
    EXPECT_FALSE(entry.long_name.empty());
    EXPECT_FALSE(entry.category.empty());
    EXPECT_FALSE(entry.paper_type.empty());
    EXPECT_FALSE(entry.source.empty());
    EXPECT_FALSE(entry.licence.empty());
    EXPECT_FALSE(entry.how_to_get.empty());
    EXPECT_GT(entry.paper_gb, 0);
    for (const double value :
         {entry.paper.rle_v1_ratio, entry.paper.rle_v2_ratio, entry.paper.deflate_ratio,
          entry.paper.rle_v1_symbol_elements, entry.paper.deflate_symbol_bytes})
      EXPECT_GT(value, 0);
  }
}

// The sizes in the paper's Table IV add up to 27.07 GB.
TEST(manifest, sizes_are_the_paper_s) {
  double sum = 0;
  for (const manifest_entry& entry : manifest()) sum += entry.paper_gb;
  EXPECT_NEAR(sum, 27.07, 1e-9);
}

TEST(manifest, an_unknown_name_lists_the_known_ones) {
  EXPECT_EQ(manifest_column("HRG").type, element_type::uint8);
  try {
    manifest_column("MC1");
    FAIL();
  } catch (const bad_input& error) {
    const std::string line = error.what();
    EXPECT_NE(line.find("'MC1'"), std::string::npos);
    EXPECT_NE(line.find("MC0 MC3 TPC TPT CD2 TC2 HRG"), std::string::npos);
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
}

constexpr std::array numbers_of_a_row = {
    &column_statistics::rle_v1_ratio, &column_statistics::rle_v2_ratio,
    &column_statistics::deflate_ratio, &column_statistics::rle_v1_symbol_elements,
    &column_statistics::deflate_symbol_bytes};

TEST(symbol_manifest, reads_rle_v1_s_symbols_as_bytes) {
  EXPECT_DOUBLE_EQ(symbol_target(symbol_column("CD2_symbols")).rle_v1_symbol_elements, 20.9 / 4);
  EXPECT_DOUBLE_EQ(symbol_target(symbol_column("TC2_symbols")).rle_v1_symbol_elements, 34.3 / 8);
  EXPECT_EQ(symbol_target(symbol_column("TPC_symbols")).rle_v1_symbol_elements, 1.0);
  EXPECT_EQ(symbol_target(symbol_column("HRG_symbols")).rle_v2_ratio, 0.972);
  EXPECT_THROW(symbol_column("CD2"), std::out_of_range);
}

// A number that is followed may be a quarter off, those of RLE v1 and RLE v2 at most 3 %.
TEST(symbol_manifest, says_what_is_followed_and_why_not) {
  for (const symbol_entry& entry : symbol_manifest()) {
    SCOPED_TRACE(entry.name);
    EXPECT_EQ(entry.name, std::string(entry.column) + "_symbols");
    EXPECT_FALSE(entry.description.empty());
    EXPECT_FALSE(entry.note.empty());
    const column_statistics target = symbol_target(entry);
    for (const auto value : numbers_of_a_row) {
      EXPECT_NEAR(entry.reached.*value, target.*value, target.*value * (entry.tolerance.*value));
      const bool followed =
          std::ranges::find(entry.not_followed, value) == entry.not_followed.end();
      const bool of_deflate = value == &column_statistics::deflate_ratio ||
                              value == &column_statistics::deflate_symbol_bytes;
      if (followed) {
        EXPECT_LE(entry.tolerance.*value, of_deflate ? 0.26 : 0.03);
      }
    }
  }
}

}  // namespace
}  // namespace codag::datasets
