#include "datasets/manifest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "datasets/dataset.hpp"

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

}  // namespace
}  // namespace codag::datasets
