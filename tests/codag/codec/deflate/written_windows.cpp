// Windows of literals, which the warp that parses them again writes: with matches of all kinds,
// before windows that are listed, and with faults.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "codag/codec/deflate/deflate.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/kinds/deflate_chunks.hpp"
#include "tests/support/listing_kernels.hpp"
#include "tests/support/zlib_deflate.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::code_lengths, test::deflate_writer, test::listing::decode,
    test::listing::outcome, test::random_bytes;

/// Decodes copies of a stream that begin and end at any byte of the output, and returns what wrote
/// them. The lanes must not leave them.
std::string writer_of(const bytes& stream, const bytes& raw) {
  constexpr std::size_t gap = 3, copies = 4;
  bytes in;
  std::size_t out_bytes = 0;
  std::vector<chunk> chunks;
  for (std::size_t i = 0; i < copies; ++i) {
    chunks.push_back({in.size(), out_bytes, static_cast<std::uint32_t>(stream.size()),
                      static_cast<std::uint32_t>(raw.size())});
    in.insert(in.end(), stream.begin(), stream.end());
    out_bytes += raw.size() + gap;
  }
  std::string writer;
  for (const simt::host::lane_order& order :
       {simt::host::lane_order::descending(), simt::host::lane_order::seeded(2)}) {
    const outcome o = decode(in, chunks, out_bytes, "warp", ~0u, {.order = order});
    EXPECT_EQ(o.decoded.statuses, std::vector(copies, status::ok));
    for (const chunk& c : chunks)
      EXPECT_TRUE(
          std::ranges::equal(std::span(o.decoded.out).subspan(c.out_offset, raw.size()), raw))
          << "chunk at " << c.out_offset;
    for (std::size_t i = 1; i <= copies; ++i)
      for (std::size_t k = 1; k <= gap; ++k)
        EXPECT_EQ(o.decoded.out[i * (raw.size() + gap) - k], std::byte{0xee}) << "between chunks";
    EXPECT_EQ(o.left, 0u);
    writer = o.writer;
  }
  return writer;
}

/// Of 64 values each 6 bits, as in base64.
bytes letters(std::size_t count, unsigned seed) {
  return random_bytes(count, 64, seed);
}

/// A code of which letters have seven eighths, and matches of 3, 5 and 258 bytes the most of the
/// rest.
code_lengths letter_code() {
  code_lengths lengths(end_of_block + 1 + length_codes);
  std::fill_n(lengths.begin(), 48, std::uint8_t{6});
  std::fill_n(lengths.begin() + 48, 16, std::uint8_t{7});
  for (const unsigned symbol : {end_of_block, 257u, 259u, 285u}) lengths[symbol] = 5;
  return lengths;
}
/// A code of two distance symbols.
code_lengths distance_code(unsigned first, unsigned second) {
  code_lengths lengths(second + 1);
  lengths[first] = lengths[second] = 1;
  return lengths;
}
/// Adds a match to what has been written.
void add_match(deflate_writer& w, bytes& raw, unsigned length, unsigned distance) {
  w.match(length, distance);
  for (unsigned k = 0; k < length; ++k) raw.push_back(raw[raw.size() - distance]);
}
void add_literals(deflate_writer& w, bytes& raw, const bytes& more) {
  for (const std::byte b : more) {
    w.literal(std::to_integer<unsigned>(b));
    raw.push_back(b);
  }
}

void append(bytes& to, const bytes& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// zlib finds short matches in random letters.
TEST(written_windows, have_literals_and_few_matches) {
  for (const unsigned count : {7'000u, 50'000u, 50'007u}) {
    const bytes raw = letters(count, count);
    EXPECT_EQ(writer_of(test::zlib_deflate(raw, {}), raw), "warp") << count;
  }
}

// Matches of all lengths, among them longer ones than a lane copies, and of distances from 1 on:
// these repeat themselves.
TEST(written_windows, have_matches_of_any_length) {
  bytes raw = letters(1000, 1);
  for (unsigned length = 3; length <= 258; ++length) {
    const std::size_t distance = length % 7 == 0 ? raw.size() - length : 1 + length % 31;
    for (std::size_t i = 0; i < length; ++i) raw.push_back(raw[raw.size() - distance]);
    append(raw, letters(400, length));
  }
  EXPECT_EQ(writer_of(test::zlib_deflate(raw, {}), raw), "warp");
}

// Each match copies what the match before it has written, or a part of that.
TEST(written_windows, have_matches_that_need_one_another) {
  deflate_writer w;
  w.begin_dynamic(letter_code(), distance_code(0, 1), true);
  bytes raw;
  for (unsigned i = 0; i < 3000; ++i) {
    add_literals(w, raw, letters(i % 5 == 0 ? 40 : 2, i));
    add_match(w, raw, i % 50 == 1 ? 258 : 3, 1 + i % 2);
  }
  w.end();
  EXPECT_EQ(writer_of(w.chunk().in, raw), "warp");
}

// There is no room for all matches of the window, so it is listed: one lane walks far, because
// others have more bytes than a mark can say.
TEST(written_windows, are_listed_if_there_are_too_many_matches) {
  bytes raw = letters(5000, 2);
  raw.resize(131'072);
  for (const char* const parser : {"auto", "two_passes"}) {
    const bytes stream = test::zlib_deflate(raw, {});
    const outcome o = decode(stream, test::listing::one_chunk(stream, raw.size()), raw.size(),
                             test::listing::values_with("warp", parser));
    EXPECT_EQ(o.decoded.out, raw) << parser;
    EXPECT_EQ(o.left, 0u) << parser;
    EXPECT_EQ(o.writer, "block") << parser;
  }
}

// Long matches: more bytes than marks and crossings can say. What follows is listed.
TEST(written_windows, have_many_bytes) {
  deflate_writer w;
  w.begin_dynamic(letter_code(), distance_code(0, 1), true);
  bytes raw;
  add_literals(w, raw, letters(3000, 3));
  for (unsigned i = 0; i < 600; ++i) add_match(w, raw, 258, 1);
  add_literals(w, raw, letters(20'000, 4));
  w.end();
  EXPECT_EQ(writer_of(w.chunk().in, raw), "block");
}

// Blocks without tokens, as flushes make, do not end the writing.
TEST(written_windows, go_on_after_empty_blocks) {
  deflate_writer w;
  bytes raw;
  for (const unsigned count : {9000u, 0u, 9000u}) {
    w.begin_dynamic(letter_code(), distance_code(0, 1));
    add_literals(w, raw, letters(count, count));
    w.end();
    w.begin_fixed();
    w.end();
  }
  w.begin_dynamic(letter_code(), distance_code(0, 1), true);
  add_literals(w, raw, letters(9000, 6));
  w.end();
  EXPECT_EQ(writer_of(w.chunk().in, raw), "warp");
}

// The letters are written, and then text is listed, whose matches reach back to them.
TEST(written_windows, come_before_lists) {
  for (const std::size_t count : {5'000u, 32'768u, 40'005u}) {
    bytes raw = letters(count, 3);
    for (unsigned i = 0; i < 4000; ++i) {
      const std::size_t from = raw.size() - std::min<std::size_t>(raw.size(), 32'500);
      append(raw,
             bytes(raw.begin() + from + 5 * i % 999, raw.begin() + from + 5 * i % 999 + 4 + i % 9));
      append(raw, random_bytes(i % 2, 256, i));
    }
    EXPECT_EQ(writer_of(test::zlib_deflate(raw, {.memory_level = 6}), raw), "block") << count;
  }
}

// A match in a listed window copies from 32 KiB before it, across the end of what is written.
TEST(written_windows, are_reached_by_the_farthest_matches) {
  for (const std::size_t count : {32'768u, 32'771u, 36'000u}) {
    bytes raw;
    deflate_writer w;
    w.begin_dynamic(letter_code(), distance_code(0, 1));
    add_literals(w, raw, letters(count, 5));
    w.end();
    w.begin_fixed(true);
    for (unsigned i = 0; i < 200; ++i) add_match(w, raw, 3 + i, 32'768);
    w.end();
    EXPECT_EQ(writer_of(w.chunk().in, raw), "block") << count;
  }
}

// Bytes that are stored are copied before matches read them.
TEST(written_windows, have_stored_blocks_between) {
  const bytes stored = random_bytes(5000, 256, 7);
  bytes raw;
  deflate_writer w;
  w.begin_dynamic(letter_code(), distance_code(0, 24));
  add_literals(w, raw, letters(20'000, 6));
  w.end();
  w.stored(stored);
  append(raw, stored);
  w.begin_dynamic(letter_code(), distance_code(0, 24));
  for (unsigned i = 0; i < 400; ++i) {
    add_match(w, raw, 5, 4097);
    add_literals(w, raw, letters(20, i));
  }
  w.end();
  w.stored({});
  w.begin_dynamic(letter_code(), distance_code(0, 24), true);
  add_literals(w, raw, letters(1, 1));
  w.end();
  EXPECT_EQ(writer_of(w.chunk().in, raw), "warp");
}

// The sequential decoder says what is wrong.
TEST(written_windows, with_faults_are_left) {
  const bytes raw = letters(30'000, 8);
  const bytes stream = test::zlib_deflate(raw, {});
  for (const std::size_t wrong : {raw.size() - 1, raw.size() + 1, raw.size() / 2}) {
    const outcome o = decode(stream, test::listing::one_chunk(stream, wrong), wrong);
    EXPECT_EQ(o.left, 1u);
    EXPECT_NE(o.decoded.statuses[0], status::ok) << wrong;
  }
  // Some matches begin before the chunk.
  const bytes before = letters(8000, 9);
  const bytes damaged = test::zlib_deflate(before, {.dictionary = before});
  const outcome o =
      decode(damaged, test::listing::one_chunk(damaged, before.size()), before.size());
  EXPECT_EQ(o.left, 1u);
  EXPECT_STREQ(to_string(o.decoded.statuses[0]), "malformed_symbol");
}

// A match may begin with the chunk's first byte, and no byte earlier.
TEST(written_windows, have_no_match_from_before_the_chunk) {
  for (const unsigned letters_before : {768u, 769u}) {
    deflate_writer w;
    w.begin_dynamic(letter_code(), distance_code(0, 19), true);  // from 769 on
    bytes raw;
    add_literals(w, raw, letters(letters_before, 3));
    w.match(3, 769);
    for (unsigned k = 0; k < 3; ++k)
      raw.push_back(letters_before < 769 ? std::byte{} : raw[raw.size() - 769]);
    add_literals(w, raw, letters(4000, 4));
    w.end();
    const bytes in = w.chunk().in;
    const outcome o = decode(in, test::listing::one_chunk(in, raw.size()), raw.size(),
                             test::listing::values_with("warp", "two_passes"));
    EXPECT_EQ(o.left, letters_before < 769 ? 1u : 0u);
    if (letters_before < 769)
      EXPECT_NE(o.decoded.statuses[0], status::ok);
    else
      EXPECT_EQ(o.decoded.out, raw);
  }
}

// What a stored block adds may be too long for the chunk.
TEST(written_windows, have_no_stored_bytes_after_the_chunk) {
  deflate_writer w;
  w.begin_dynamic(letter_code(), distance_code(0, 1));
  bytes raw;
  add_literals(w, raw, letters(20'000, 6));
  w.end();
  w.stored(random_bytes(5000, 256, 7));
  w.begin_fixed(true);
  w.end();
  const bytes in = w.chunk().in;
  const outcome o = decode(in, test::listing::one_chunk(in, 20'100), 20'100,
                           test::listing::values_with("warp", "two_passes"));
  EXPECT_EQ(o.left, 1u);
  EXPECT_NE(o.decoded.statuses[0], status::ok);
}

// Damaged streams of letters, and random blocks: as the reference decoder says.
TEST(written_windows, of_damaged_streams_are_not_ok_by_mistake) {
  std::mt19937_64 random(5);
  const bytes raw = letters(6000, 9);
  const bytes good = test::zlib_deflate(raw, {});
  unsigned ok = 0;
  for (unsigned i = 0; i < 200; ++i) {
    bytes in = i % 2 == 0 ? good : test::random_dynamic_block(random);
    if (i % 2 == 0) in[random() % in.size()] ^= std::byte{1} << random() % 8;
    if (i % 8 == 0) in.resize(random() % in.size());
    bytes expected(i % 2 == 0 ? raw.size() : random() % 5000);
    const status says = test::reference_decode(in, expected);
    const outcome o = decode(in, test::listing::one_chunk(in, expected.size()), expected.size(),
                             test::listing::values_with("warp", "two_passes"));
    EXPECT_EQ(o.decoded.statuses[0], says) << i;
    if (says != status::ok) continue;
    ++ok;
    EXPECT_EQ(o.decoded.out, expected) << i;
  }
  EXPECT_GT(ok, 10u);
}

}  // namespace
}  // namespace codag::deflate
