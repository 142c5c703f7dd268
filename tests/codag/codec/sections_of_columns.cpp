// The sections of the paper's columns: all of them are found, begin where a symbol does, and are
// walked over to their end. One that is not slows a whole launch (docs/characterization.md).
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/walker.hpp"
#include "codag/codec/rle_v2/walker.hpp"
#include "codag/simt/host/launch.hpp"
#include "datasets/generator/generator.hpp"
#include "tests/codag/codec/walkers.hpp"

namespace codag {
namespace {

using simt::host::lane_order;
using test::bytes, test::supposed, test::walk;

constexpr std::size_t chunk_bytes = 128 << 10;
constexpr std::uint32_t warps = 6;

template <class Walker>
void expect_sections(const char* codec) {
  const std::size_t chunks = simt::host::race::watching ? 1 : 12;
  for (const char* name : {"MC0", "MC3", "TPC", "TPT", "CD2", "TC2", "HRG"}) {
    const datasets::dataset column = datasets::generate(name, chunks * chunk_bytes, 1);
    for (std::size_t c = 0; c < chunks; ++c) {
      SCOPED_TRACE(std::string(name) + ", chunk " + std::to_string(c));
      bytes in;
      find_codec(codec)->encode(std::span(column.bytes).subspan(c * chunk_bytes, chunk_bytes),
                                column.type, in);
      const std::uint32_t share = static_cast<std::uint32_t>(in.size()) / warps;
      ASSERT_GE(share, Walker::least_section_bytes);
      std::vector<std::uint32_t> begins{0};
      for (std::uint32_t n = 1; n < warps; ++n) {
        const std::uint32_t first = n * share - Walker::bytes_before_section;
        const std::uint32_t begin = supposed<Walker>(in, first, share);
        ASSERT_GT(begin, first) << "section " << n;
        ASSERT_LT(begin, first + share) << "section " << n;
        begins.push_back(begin);
      }
      begins.push_back(static_cast<std::uint32_t>(in.size()));
      for (std::uint32_t n = 0; n < warps; ++n) {
        const bytes section(in.begin() + begins[n], in.begin() + begins[n + 1]);
        const auto places = walk<Walker>(section, 0, lane_order::ascending(), chunk_bytes);
        ASSERT_FALSE(places.empty()) << "section " << n;
        EXPECT_EQ(places.back().bytes, section.size()) << "section " << n;
      }
    }
  }
}

TEST(sections_of_columns, are_all_found_and_right_in_rle_v1) {
  expect_sections<rle_v1::walker>("rle_v1");
}

TEST(sections_of_columns, are_all_found_and_right_in_rle_v2) {
  expect_sections<rle_v2::walker>("rle_v2");
}

}  // namespace
}  // namespace codag
