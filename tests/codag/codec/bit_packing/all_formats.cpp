// What holds for all formats of tiles alike: round trips, and damage.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "codag/codec/codec.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"

namespace codag {
namespace {

class tile_formats : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static const codec& tested() { return *find_codec(GetParam()); }
};

TEST_P(tile_formats, every_type_of_every_column) {
  for (const element_type type : test::all_types)
    for (const std::size_t count : {0u, 1u, 31u, 127u, 128u, 129u, 511u, 512u, 513u, 5000u})
      for (const auto& column : test::adversarial_columns(type, count, 3)) {
        const chunked_column c = compress(tested(), column.bytes, type, 8192);
        std::vector<std::byte> out(column.bytes.size(), std::byte{0xee});
        for (const status s : decompress_reference(tested(), c, out))
          ASSERT_EQ(s, status::ok) << column.name << " of " << to_string(type);
        ASSERT_EQ(out, column.bytes) << column.name << " of " << to_string(type);
      }
}

/// A column whose values' differences take up to `width` bits.
std::vector<std::byte> of_width(element_type type, unsigned width, std::size_t count) {
  std::mt19937_64 random(width);
  std::vector<std::uint64_t> values(count);
  for (std::uint64_t& v : values)
    v = width == 0 ? 5 : (random() >> (64 - width)) - (std::uint64_t{1} << (width - 1));
  return test::to_column(type, values);
}

TEST_P(tile_formats, every_width) {
  for (const element_type type : {element_type::int32, element_type::uint64})
    for (unsigned width = 0; width <= 8 * size_of(type); ++width) {
      const std::vector<std::byte> raw = of_width(type, width, 700);
      std::vector<std::byte> in;
      tested().encode(raw, type, in);
      test::expect_from_every_decoder(GetParam(), type, in, status::ok, raw);
    }
}

// One core or all, and groups of blocks: the same bytes.
TEST_P(tile_formats, a_chunk_as_large_as_a_column) {
  const std::vector<std::byte> raw = of_width(element_type::int32, 3, 2'200'001);
  const chunked_column column = compress(tested(), raw, element_type::int32, max_chunk_bytes);
  ASSERT_EQ(column.chunks.size(), 1u);
  std::vector<std::byte> out(raw.size());
  EXPECT_EQ(decompress_reference(tested(), column, out).front(), status::ok);
  EXPECT_TRUE(out == raw);
}

/// Small chunks of one and several blocks.
std::vector<std::pair<element_type, std::vector<std::byte>>> small_columns() {
  std::vector<std::pair<element_type, std::vector<std::byte>>> columns;
  for (const element_type type : {element_type::int32, element_type::uint64}) {
    columns.emplace_back(type, of_width(type, 2, 5));
    columns.emplace_back(type, of_width(type, 1, 130));
    columns.emplace_back(type, test::adversarial_columns(type, 600, 1)[8].bytes);  // runs of 3
    columns.emplace_back(type, test::to_column(type, std::vector<std::uint64_t>(600, 3)));
  }
  return columns;
}

/// Expects all decoders to say the same of any bytes.
void expect_agreement(const codec& codec, element_type type, const std::vector<std::byte>& in,
                      std::size_t out_bytes) {
  std::vector<std::byte> out(out_bytes);
  const status expected = codec.decode(in, type, out);
  test::expect_from_every_decoder(codec.name, type, in, expected, out);
}

TEST_P(tile_formats, a_chunk_cut_anywhere_is_refused) {
  for (const auto& [type, raw] : small_columns()) {
    std::vector<std::byte> in;
    tested().encode(raw, type, in);
    while (!in.empty()) {
      in.pop_back();
      std::vector<std::byte> out(raw.size());
      EXPECT_NE(tested().decode(in, type, out), status::ok) << in.size();
      if (in.size() % 8 < 2 && in.size() < 400) expect_agreement(tested(), type, in, raw.size());
    }
  }
}

TEST_P(tile_formats, a_chunk_with_any_byte_changed_stays_inside) {
  std::mt19937 random(1);
  for (const auto& [type, raw] : small_columns()) {
    std::vector<std::byte> good;
    tested().encode(raw, type, good);
    // Every one of the first bytes, which say the most, and some of the others, because a large
    // block takes long to decode. A block of gpu_simdbp128 has 4096 packed values, in whose place
    // any bytes are allowed. The kernels take every change of the first 16 bytes, and one change
    // each of some others.
    const std::size_t first = tested().name == "gpu_simdbp128" ? 100 : 1000;
    for (std::size_t i = 0, n = 0; i < good.size(); i += i < first ? 1 : 29)
      for (const unsigned change : {1u, 0x80u, 0xffu, static_cast<unsigned>(1 + random() % 255)}) {
        std::vector<std::byte> in = good;
        in[i] ^= static_cast<std::byte>(change);
        if (i < 16 || ((i < 100 || i % 16 == 0) && (i + n++) % 8 == 0)) {
          expect_agreement(tested(), type, in, raw.size());
        } else {
          std::vector<std::byte> out(raw.size());
          tested().decode(in, type, out);
        }
      }
  }
}

TEST_P(tile_formats, a_chunk_of_another_size_is_refused) {
  const std::vector<std::byte> raw = of_width(element_type::uint32, 4, 300);
  std::vector<std::byte> in;
  tested().encode(raw, element_type::uint32, in);
  for (std::size_t count = 0; count < 700; count += count < 3 ? 1 : 23) {
    std::vector<std::byte> out(4 * count);
    EXPECT_EQ(tested().decode(in, element_type::uint32, out) == status::ok, count == 300);
    expect_agreement(tested(), element_type::uint32, in, out.size());
  }
  std::vector<std::byte> out(1201);
  EXPECT_EQ(tested().decode(in, element_type::uint32, out), status::bad_chunk_table);
}

INSTANTIATE_TEST_SUITE_P(, tile_formats,
                         testing::Values("gpu_for", "gpu_dfor", "gpu_rfor", "gpu_star", "none",
                                         "nsf", "nsv", "rle", "planner", "gpu_bp", "gpu_vbyte",
                                         "gpu_simdbp128", "fastlanes"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace codag
