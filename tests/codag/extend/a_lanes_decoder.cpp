// docs/adding.md: a codec whose lanes parse different symbols. Its device decoder has
// decode_by_lanes() beside decode(), so warp_per_chunk takes `lanes` as its decoding.
#include <gtest/gtest.h>

#include <random>

#include "codag/codec/codec.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/lanes.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/stream/shared_input_buffer.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/decode_on_host.hpp"

namespace codag {
namespace {

// "stretches": a header h below 0x80 is followed by one byte, which is repeated h + 1 times. Any
// other header is followed by h - 0x7f literals, 1 to 128. A header as the last byte is refused.
namespace stretches {

constexpr std::size_t longest = 128;

std::uint64_t encode(std::span<const std::byte> raw, element_type /*type*/,
                     std::vector<std::byte>& out) {
  const auto run_at = [&](std::size_t i) {
    std::size_t end = i + 1;
    while (end < raw.size() && end - i < longest && raw[end] == raw[i]) ++end;
    return end - i;
  };
  std::uint64_t symbols = 0;
  for (std::size_t i = 0; i < raw.size(); ++symbols) {
    std::size_t length = run_at(i);
    if (length > 2) {
      out.push_back(static_cast<std::byte>(length - 1));
      out.push_back(raw[i]);
    } else {
      while (length < longest && i + length < raw.size() && run_at(i + length) <= 2) ++length;
      out.push_back(static_cast<std::byte>(0x7f + length));
      out.insert(out.end(), raw.begin() + static_cast<std::ptrdiff_t>(i),
                 raw.begin() + static_cast<std::ptrdiff_t>(i + length));
    }
    i += length;
  }
  return symbols;
}

status decode(std::span<const std::byte> in, element_type /*type*/, std::span<std::byte> out) {
  while (!out.empty()) {
    if (in.size() < 2) return status::truncated_input;
    const auto header = std::to_integer<std::size_t>(in[0]);
    const bool run = header < 0x80;
    const std::size_t length = run ? header + 1 : header - 0x7f;
    if (length > out.size()) return status::output_overflow;
    if (run) {
      std::ranges::fill(out.first(length), in[1]);
    } else {
      if (length > in.size() - 1) return status::truncated_input;
      std::ranges::copy(in.subspan(1, length), out.begin());
    }
    in = in.subspan(run ? 2 : 1 + length);
    out = out.subspan(length);
  }
  return in.empty() ? status::ok : status::trailing_input;
}

struct device_decoder {
  using element = std::uint8_t;
  static constexpr std::uint32_t max_symbol_bytes = 1 + longest;
  static constexpr std::uint32_t max_symbol_values = longest;
  static constexpr std::uint32_t max_symbol_units = 1;
  static CODAG_DEVICE constexpr std::uint64_t most_values(std::uint32_t n) {
    return n * std::uint64_t{longest} + longest;
  }
  static constexpr bool copies = false;
  static constexpr bool looks_ahead = false;
  struct scratch {};
  using computed_run = void;

  template <class Team, class Input, class Output>
  static CODAG_DEVICE status decode(const Team& /*team*/, Input& in, Output& out,
                                    scratch& /*scratch*/) {
    for (std::uint32_t room; (room = out.begin_symbol()) > 0;)
      if (const status s = decode_symbol(in, out, room); s != status::ok) return s;
    return in.at_end() ? status::ok : status::trailing_input;
  }

  /// Each lane looks at one run, at its place if all symbols before it are runs.
  static constexpr std::uint32_t run_bytes = 2;
  static constexpr std::uint32_t window_bytes = simt::warp_size * run_bytes;

  template <class Warp, class Window, class Output>
  static CODAG_DEVICE status decode_by_lanes(const Warp& warp, Window& in, Output& out,
                                             scratch& /*scratch*/) {
    for (std::uint32_t room; (room = out.begin_symbol()) > 0;) {
      in.look(window_bytes);
      const std::uint32_t at = in.position() + 8 * run_bytes * warp.rank();
      const std::uint32_t bits = in.bits_at(at);
      const bool run = (bits & 0x80) == 0 && at + 8 * run_bytes <= in.end_bit();
      // A lane after one that has no run has looked at the wrong bytes.
      const unsigned others = ~warp.ballot(run);
      const unsigned runs = others == 0 ? simt::warp_size : lowest_bit(others);
      const std::uint32_t length = warp.rank() < runs ? (bits & 0x7f) + 1 : 0;
      std::uint32_t bytes = 0;
      const std::uint32_t end = warp.inclusive_sum(length, bytes);
      // Without a run there is nothing that has been proved; with too many, one is an overflow.
      if (runs == 0 || !out.begin_batch(bytes)) {
        if (const status s = decode_symbol(in, out, room); s != status::ok) return s;
        continue;
      }
      for (std::uint32_t i = end - length; i < end; ++i)
        out.write_at(out.position() + i, static_cast<std::uint8_t>(bits >> 8));
      out.end_batch();
      in.seek(in.position() + 8 * run_bytes * runs);
    }
    return in.at_end() ? status::ok : status::trailing_input;
  }

 private:
  template <class Input, class Output>
  static CODAG_DEVICE status decode_symbol(Input& in, Output& out, std::uint32_t room) {
    const std::uint32_t header = in.fetch_bits(8);
    const bool run = header < 0x80;
    const std::uint32_t length = run ? header + 1 : header - 0x7f;
    const auto first = static_cast<element>(in.fetch_bits(8));
    if (in.overrun()) return status::truncated_input;
    if (length > room) return status::output_overflow;
    if (run) {
      out.write_run(first, length, element{0});
      return status::ok;
    }
    out.template begin_literals<element>(length);
    out.write_value(first);
    for (std::uint32_t i = 1; i < length; ++i)
      out.write_value(static_cast<element>(in.fetch_bits(8)));
    return in.overrun() ? status::truncated_input : status::ok;
  }
};

}  // namespace stretches

using decoder = stretches::device_decoder;
using by_lanes = warp_per_chunk<decoder, lanes, window_for<decoder>>;
using sequential = warp_per_chunk<decoder, all_threads, shared_input>;

const codec row{"stretches", stretches::encode, stretches::decode};

/// Runs of every length. Of 16 stretches, `literals` are literals.
std::vector<std::byte> column_of(std::size_t bytes, unsigned literals, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> column;
  while (column.size() < bytes) {
    const std::size_t length = 1 + random() % 40;
    if (random() % 16 < literals) {
      for (std::size_t i = 0; i < length; ++i) column.push_back(static_cast<std::byte>(random()));
    } else {
      column.insert(column.end(), length + 2, static_cast<std::byte>(random()));
    }
  }
  column.resize(bytes);
  return column;
}

template <class Kernel>
void expect_round_trip(const std::vector<std::byte>& column, std::uint32_t chunk_bytes) {
  const chunked_column c = compress(row, column, element_type::uint8, chunk_bytes);
  const auto d = test::decode<Kernel>(c.bytes, c.chunks, column.size());
  EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
  EXPECT_EQ(d.out, column) << Kernel::name;
}

TEST(a_lanes_decoder, gives_every_column_back) {
  for (const unsigned literals : {0u, 1u, 8u, 16u})
    for (const std::uint32_t chunk_bytes : {40u, 4096u}) {
      const auto column = column_of(6000, literals, 1 + literals);
      expect_round_trip<by_lanes>(column, chunk_bytes);
      expect_round_trip<sequential>(column, chunk_bytes);
    }
}

TEST(a_lanes_decoder, parses_32_symbols_at_once) {
  // 100 symbols, all of them runs, in windows of 32, 32, 32 and 4.
  std::vector<std::byte> column;
  for (unsigned i = 0; i < 100; ++i) column.insert(column.end(), 50, static_cast<std::byte>(i));
  const chunked_column c = compress(row, column, element_type::uint8, 1 << 20);
  ASSERT_EQ(c.symbols, 100u);
  const auto d = test::decode<by_lanes>(c.bytes, c.chunks, column.size());
  EXPECT_EQ(d.out, column);
  EXPECT_EQ(d.counts.votes, 4u);
  EXPECT_EQ(test::decode<sequential>(c.bytes, c.chunks, column.size()).counts.votes, 0u);
}

TEST(a_lanes_decoder, falls_back_for_one_symbol_and_goes_on) {
  // 40 runs, a group of literals, 40 runs: windows of 32, 8, 0 (the literals), 32 and 8.
  std::vector<std::byte> column;
  for (unsigned i = 0; i < 40; ++i) column.insert(column.end(), 9, static_cast<std::byte>(i));
  for (unsigned i = 0; i < 20; ++i) column.push_back(static_cast<std::byte>(200 + i));
  for (unsigned i = 0; i < 40; ++i) column.insert(column.end(), 7, static_cast<std::byte>(i));
  const chunked_column c = compress(row, column, element_type::uint8, 1 << 20);
  ASSERT_EQ(c.symbols, 81u);
  const auto d = test::decode<by_lanes>(c.bytes, c.chunks, column.size());
  EXPECT_EQ(d.statuses[0], status::ok);
  EXPECT_EQ(d.out, column);
  EXPECT_EQ(d.counts.votes, 5u);
}

template <class Kernel>
void expect_contained(unsigned seed) {
  std::mt19937_64 random(seed);
  const test::damaged_column d = test::damage(row, element_type::uint8, 200, random);
  const auto got = test::decode<Kernel>(d.in, d.chunks, d.original.size());
  unsigned refused = 0;
  for (std::size_t i = 0; i < d.chunks.size(); ++i) {
    const chunk& c = d.chunks[i];
    std::vector<std::byte> expected(c.out_bytes);
    const status reference = stretches::decode(std::span(d.in).subspan(c.in_offset, c.in_bytes),
                                               element_type::uint8, expected);
    ASSERT_EQ(got.statuses[i], reference) << "chunk " << i;
    const auto begin = got.out.begin() + static_cast<std::ptrdiff_t>(c.out_offset);
    if (reference == status::ok) {
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), begin)) << "chunk " << i;
    } else {
      ++refused;
    }
    for (auto b = begin + c.out_bytes; b != begin + test::damaged_chunk_bytes; ++b)
      ASSERT_EQ(*b, std::byte{0xee}) << "after the end of chunk " << i;
  }
  EXPECT_GT(refused, 50u) << "most corruptions are found";
}

TEST(a_lanes_decoder, says_of_damaged_bytes_what_the_reference_says) {
  expect_contained<by_lanes>(1);
  expect_contained<sequential>(1);
}

}  // namespace
}  // namespace codag
