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

using test::bytes, test::look_at;

constexpr std::size_t chunk_bytes = 128 << 10;
constexpr std::uint32_t warps = 6;

/// Where the walker finds the beginning of a section among `share` bytes from `first` on; `first`
/// if it finds none.
template <class Walker>
std::uint32_t begin_of_section(const bytes& in, std::uint32_t first, std::uint32_t share) {
  std::uint32_t begin = first;
  using scratch = typename Walker::scratch;
  look_at<scratch>(in, first, [&](const auto& warp, auto& window, scratch& shared) {
    const std::uint32_t from = window.position();
    if (Walker::find_symbol(warp, window, shared, share) && warp.rank() == 0)
      begin = first + (window.position() - from) / 8;
  });
  return begin;
}

/// The bytes that a walk over the section passes.
template <class Walker>
std::uint32_t walked_bytes(const bytes& section) {
  std::uint32_t passed = 0;
  using scratch = typename Walker::scratch;
  look_at<scratch>(section, 0, [&](const auto& warp, auto& window, scratch& shared) {
    const std::uint32_t from = window.position();
    Walker::forget(warp, shared);
    Walker::walk(warp, window, shared, chunk_bytes, [&](std::uint32_t bit, std::uint32_t) {
      if (warp.rank() == 0) passed = (bit - from) / 8;
      return (bit - from) / 8 < section.size();
    });
  });
  return passed;
}

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
        const std::uint32_t begin = begin_of_section<Walker>(in, first, share);
        EXPECT_GT(begin, first) << "section " << n;
        EXPECT_LT(begin, first + share) << "section " << n;
        begins.push_back(begin);
      }
      begins.push_back(static_cast<std::uint32_t>(in.size()));
      for (std::uint32_t n = 0; n < warps; ++n)
        EXPECT_EQ(walked_bytes<Walker>(bytes(in.begin() + begins[n], in.begin() + begins[n + 1])),
                  begins[n + 1] - begins[n])
            << "section " << n;
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
