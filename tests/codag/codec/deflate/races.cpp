// Chunks with stored blocks, and chunks that are parsed again, are decoded without data races, also
// if a block takes several.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/deflate/encoders.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/kinds/deflate_chunks.hpp"
#include "tests/support/listing_kernels.hpp"
#include "tests/support/zlib_deflate.hpp"

namespace codag::deflate {
namespace {

using simt::host::lane_order, test::bytes, test::listing::outcome;

TEST(stored_blocks, have_no_races) {
  bytes in;
  std::vector<chunk> chunks;
  std::size_t out_bytes = 0;
  const auto long_first = [](unsigned stored) {
    test::deflate_writer w;
    w.stored(test::random_bytes(stored, 256, 7));
    w.begin_fixed(true);
    w.match(30, 5000);
    w.end();
    return w.chunk();
  };
  // The first window of a chunk has the places of the last bytes of the chunk before.
  for (const test::stored_chunk& stored : {long_first(5600), long_first(6000), long_first(5600),
                                           long_first(6000), test::long_stored_blocks()}) {
    chunks.push_back({in.size(), out_bytes, static_cast<std::uint32_t>(stored.in.size()),
                      static_cast<std::uint32_t>(stored.values)});
    in.insert(in.end(), stored.in.begin(), stored.in.end());
    out_bytes += stored.values + 3;
  }
  // Chunks that zlib stores whole, too: warps copy their blocks.
  for (const std::size_t size : {70'000u, 700u, 140'000u}) {
    const bytes raw = test::random_bytes(size, 256, 8);
    const bytes stream = test::zlib_deflate(raw, {});
    chunks.push_back({in.size(), out_bytes, static_cast<std::uint32_t>(stream.size()),
                      static_cast<std::uint32_t>(size)});
    in.insert(in.end(), stream.begin(), stream.end());
    out_bytes += size + 3;
  }
  for (const char* const writer : {"warp", "block"})
    for (const std::uint32_t blocks : {1u, 3u})
      for (const lane_order& order : {lane_order::descending(), lane_order::seeded(2)}) try {
          const outcome o =
              test::listing::decode(in, chunks, out_bytes, writer, blocks, {.order = order});
          EXPECT_EQ(o.decoded.statuses, std::vector(chunks.size(), status::ok));
          EXPECT_EQ(o.left, 0u);
        } catch (const simt::host::data_race& race) {
          FAIL() << writer << ", " << blocks << " blocks: " << race.what();
        }
}

/// Decodes three copies of a stream, which are parsed again, without data races. The warp that
/// parses windows of literals writes them; a block writes others.
void expect_no_races(const bytes& raw, const bytes& stream, const char* writer = "block",
                     const char* parser = "auto") {
  const auto values = test::listing::values_with("warp", parser);
  bytes in;
  std::vector<chunk> chunks;
  for (std::size_t i = 0; i < 3; ++i) {
    chunks.push_back({in.size(), i * (raw.size() + 3), static_cast<std::uint32_t>(stream.size()),
                      static_cast<std::uint32_t>(raw.size())});
    in.insert(in.end(), stream.begin(), stream.end());
  }
  for (const std::uint32_t blocks : {1u, 3u})
    for (const lane_order& order : {lane_order::descending(), lane_order::seeded(2)}) try {
        const outcome o = test::listing::decode(in, chunks, 3 * (raw.size() + 3), values, blocks,
                                                {.order = order});
        EXPECT_EQ(o.decoded.statuses, std::vector(chunks.size(), status::ok));
        EXPECT_EQ(o.writer, writer);
      } catch (const simt::host::data_race& race) {
        FAIL() << blocks << " blocks: " << race.what();
      }
}

// Codewords of nearly one length: lanes meet late, and read marks that others are still making.
TEST(late_codes, have_no_races) {
  const bytes raw = test::random_bytes(20'000, 30, 3);
  expect_no_races(raw, test::zlib_deflate(raw, {.level = 9, .strategy = Z_HUFFMAN_ONLY}), "warp");
}

// Some matches copy what others have written; then text is listed, which a block writes.
TEST(late_codes, have_no_races_where_literals_are_written) {
  bytes raw = test::random_bytes(34'000, 64, 4);
  for (std::size_t i = 0; i < 4000; ++i) raw.push_back(raw[raw.size() - 1 - i % 200]);
  expect_no_races(raw, test::zlib_deflate(raw, {}), "warp");
  const std::size_t letters = raw.size();
  for (std::size_t i = 0; i < 20'000; ++i) raw.push_back(raw[i / 3 * i % 1000]);
  expect_no_races(raw, test::zlib_deflate(raw, {.flush_at = letters}));
}

// Stretches of short and of long codewords: a lane at a wrong place of the stream is slow, and
// another one overtakes it.
TEST(late_codes, have_no_races_where_lanes_overtake) {
  std::mt19937_64 random(2);
  bytes raw(20'000);
  std::uint64_t kind = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (i % 97 == 0) kind = random() % 3;
    const std::uint64_t r = random();
    const auto zeros = static_cast<unsigned>(std::countr_zero(r | 1U << 20));
    raw[i] = static_cast<std::byte>(kind == 0 ? r % 2 : kind == 1 ? r % 250 : 3 * zeros);
  }
  for (const int memory_level : {3, 8})
    expect_no_races(raw, test::zlib_deflate(raw, {.level = 9, .memory_level = memory_level}),
                    "block", "two_passes");
}

// Several blocks are parsed from the words that are staged once, and tables are built in between.
TEST(short_blocks, have_no_races) {
  // Values of eight bytes, of which each is repeated some times: long tokens, and matches that
  // repeat values.
  bytes raw(20'000);
  for (std::size_t i = 0; i < raw.size(); ++i)
    raw[i] = static_cast<std::byte>(i % 8 < 2 ? i / 8 / 20 * 37 >> i % 8 : 0);
  for (const std::uint32_t flush_bytes : {300u, 2000u}) {
    const codec zlib = codec_with(*find_encoder("zlib"), {.flush_bytes = flush_bytes});
    bytes stream;
    zlib.encode(raw, element_type::uint8, stream);
    expect_no_races(raw, stream);
  }
}

}  // namespace
}  // namespace codag::deflate
