// Stored blocks under deflate's decoder for lanes: they are copied, and have one window each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/bytes.hpp"
#include "tests/support/kinds/deflate_chunks.hpp"
#include "tests/support/listing_kernels.hpp"
#include "tests/support/zlib_inflate.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::random_bytes, test::listing::decode, test::listing::outcome;

/// A stream, the number of its windows if there is one for each block, and what zlib decodes it to.
struct copied_stream {
  bytes in;
  std::optional<std::uint32_t> windows;
  bytes expected;
};

copied_stream stream_of(const test::stored_chunk& chunk) {
  const test::inflated by_zlib = test::zlib_inflate(chunk.in, chunk.values);
  EXPECT_EQ(by_zlib.result, Z_STREAM_END);
  return {chunk.in, std::nullopt, by_zlib.out};
}

/// Stored blocks of these sizes, with a match between them that copies from far before.
copied_stream alternating(const std::vector<unsigned>& sizes) {
  test::deflate_writer w;
  unsigned written = 0;
  for (const unsigned size : sizes) {
    w.stored(random_bytes(size, 256, size));
    written += size;
    w.begin_fixed(size == sizes.back());
    w.match(27, std::min(written, 32'768u));
    w.literal('x');
    w.end();
    written += 28;
  }
  return stream_of(w.chunk());
}

/// `count` stored blocks of different sizes, and nothing else. Each has a window.
copied_stream only_stored(std::uint32_t count) {
  bytes in, values;
  for (std::uint32_t k = 0; k < count; ++k) {
    const bytes raw = random_bytes(1 + 61 * k % 700, 256, k);
    const auto size = static_cast<unsigned>(raw.size());
    for (const unsigned header :
         {k + 1 == count ? 1u : 0u, size & 0xff, size >> 8, ~size & 0xff, ~size >> 8 & 0xff})
      in.push_back(static_cast<std::byte>(header));
    in.insert(in.end(), raw.begin(), raw.end());
    values.insert(values.end(), raw.begin(), raw.end());
  }
  return {in, count, values};
}

void expect_copied(const copied_stream& s, std::string_view writer, std::uint32_t misaligned) {
  SCOPED_TRACE(std::string(writer) + ", " + std::to_string(misaligned));
  bytes in(misaligned);
  in.insert(in.end(), s.in.begin(), s.in.end());
  const std::size_t end = misaligned + s.expected.size();
  const outcome o = decode(in,
                           {{misaligned, misaligned, static_cast<std::uint32_t>(s.in.size()),
                             static_cast<std::uint32_t>(s.expected.size())}},
                           end + 40, writer);
  EXPECT_EQ(o.left, 0u);
  if (s.windows) {
    EXPECT_EQ(o.windows, *s.windows);
  }
  EXPECT_EQ(o.decoded.statuses[0], status::ok);
  bytes expected(end + 40, std::byte{0xee});
  std::ranges::copy(s.expected, expected.begin() + misaligned);
  EXPECT_EQ(o.decoded.out, expected);
}

TEST(stored_blocks, are_copied_at_every_alignment) {
  const copied_stream alternates =
      alternating({1, 15, 0, 16, 17, 480, 511, 512, 513, 529, 2048, 4000});
  const copied_stream large = alternating({40'000, 16'384, 65'535, 33});
  for (const char* const writer : {"warp", "block"}) {
    for (std::uint32_t misaligned = 0; misaligned < 17; ++misaligned)
      expect_copied(alternates, writer, misaligned);
    for (const std::uint32_t misaligned : {0u, 5u}) expect_copied(large, writer, misaligned);
  }
}

// A chunk of the greatest size that zlib stores whole.
TEST(stored_blocks, are_all_of_a_chunk) {
  const bytes raw = random_bytes(128 * 1024, 256, 9);
  const bytes in = test::zlib_deflate(raw, {.level = 0});
  for (const char* const writer : {"warp", "block"}) {
    const outcome o = decode(
        in, {{0, 0, static_cast<std::uint32_t>(in.size()), static_cast<std::uint32_t>(raw.size())}},
        raw.size(), writer);
    EXPECT_EQ(o.decoded.out, raw);
    EXPECT_EQ(o.left, 0u);
    EXPECT_LE(o.windows, 5u);
  }
}

// More blocks than a block of threads has warps, and than a warp has lanes.
TEST(stored_blocks, are_all_of_a_chunk_and_many) {
  for (const std::uint32_t count : {1u, 8u, 9u, 32u, 33u, 70u})
    for (const char* const writer : {"warp", "block"})
      for (const std::uint32_t misaligned : {0u, 3u, 13u})
        expect_copied(only_stored(count), writer, misaligned);
}

TEST(stored_blocks, that_are_not_the_whole_chunk_are_left) {
  for (const std::uint32_t count : {1u, 9u, 40u}) {
    const copied_stream s = only_stored(count);
    for (const int more : {-1, 1}) {
      const auto size = static_cast<std::uint32_t>(static_cast<int>(s.expected.size()) + more);
      const outcome o =
          decode(s.in, {{0, 0, static_cast<std::uint32_t>(s.in.size()), size}}, size + 64, "block");
      EXPECT_EQ(o.left, 1u);
      EXPECT_EQ(o.decoded.statuses[0],
                more < 0 ? status::output_overflow : status::truncated_input);
      EXPECT_TRUE(std::all_of(o.decoded.out.begin() + size, o.decoded.out.end(),
                              [](std::byte b) { return b == std::byte{0xee}; }));
    }
  }
}

// One byte too few for the last stored block: the chunk is left to the sequential decoder, which
// says why.
TEST(stored_blocks, that_pass_the_chunks_end_are_left) {
  const copied_stream s = alternating({600, 700});
  for (const char* const writer : {"warp", "block"})
    for (const std::uint32_t less : {1u, 28u, 29u, 700u}) {
      const auto size = static_cast<std::uint32_t>(s.expected.size()) - less;
      const outcome o =
          decode(s.in, {{0, 0, static_cast<std::uint32_t>(s.in.size()), size}}, size + 64, writer);
      EXPECT_EQ(o.left, 1u);
      EXPECT_EQ(o.decoded.statuses[0], status::output_overflow);
      EXPECT_TRUE(std::all_of(o.decoded.out.begin() + size, o.decoded.out.end(),
                              [](std::byte b) { return b == std::byte{0xee}; }));
    }
}

}  // namespace
}  // namespace codag::deflate
