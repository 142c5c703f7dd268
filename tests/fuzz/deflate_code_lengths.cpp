#include <algorithm>
#include <random>

#include "codag/codec/deflate/deflate.hpp"
#include "tests/fuzz/deflate_chunks.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/zlib_inflate.hpp"

namespace codag::fuzz {
namespace {

constexpr std::size_t max_symbol_bytes = 512;

/// What is done to the input's lengths: hardly any of them form a code as they are.
enum class repair : std::uint8_t { none, fit, complete };

/// The code space, in units of the longest codeword's share of it.
constexpr unsigned code_space = 1u << deflate::max_code_bits;
constexpr unsigned share(unsigned length) {
  return length == 0 ? 0 : code_space >> length;
}

/// Drops codewords that do not fit. repair::complete then gives the space that is left to symbols
/// without a codeword.
void repair_code(std::span<std::uint8_t> lengths, repair how) {
  if (how == repair::none) return;
  unsigned left = code_space;
  for (auto& length : lengths) {
    if (share(length) > left) length = 0;
    left -= share(length);
  }
  if (how == repair::fit) return;
  for (auto& length : lengths)
    if (length == 0 && left > 0) {
      length = 1;
      while (share(length) > left) ++length;
      left -= share(length);
    }
}

struct block {
  unsigned literals, distances;  // HLIT + 257 and HDIST + 1, illegal values included
  repair literal_code, distance_code;
  bool faulty_runs;   // of code lengths
  bool cut;           // after the stream's end, if it has one
  std::uint8_t seed;  // chooses the runs in which the lengths are written
};

bytes write_block(const block& b, input in) {
  test::code_lengths lengths(b.literals + b.distances);
  for (std::size_t i = 0; i < lengths.size(); i += 2) {
    const std::uint8_t two = in.take_8();
    lengths[i] = two & 0xf;
    if (i + 1 < lengths.size()) lengths[i + 1] = two >> 4;
  }
  repair_code(std::span(lengths).first(b.literals), b.literal_code);
  repair_code(std::span(lengths).subspan(b.literals), b.distance_code);

  test::bit_writer out;
  out.put(1, 1);
  out.put(static_cast<unsigned>(deflate::block_type::dynamic), 2);
  out.put(b.literals - 257, 5);
  out.put(b.distances - 1, 5);
  out.put(deflate::meta_symbols - 4, 4);
  std::mt19937_64 random(b.seed);
  test::put_code_lengths(out, lengths, b.faulty_runs, random);
  for (const std::byte symbols : in.rest().first(std::min(in.rest().size(), max_symbol_bytes)))
    out.put(std::to_integer<unsigned>(symbols), 8);
  return out.bytes();
}

}  // namespace

chunk_bytes chunk_with_code_lengths(input in) {
  const unsigned literals = in.take_8(), distances = in.take_8();
  const block b{.literals = 257 + literals % 32,
                .distances = 1 + distances % 32,
                .literal_code = static_cast<repair>((literals >> 5) % 3),
                .distance_code = static_cast<repair>((distances >> 5 & 3) % 3),
                .faulty_runs = literals >= 0xe0,
                .cut = distances < 0x80,
                .seed = in.take_8()};
  bytes stream = write_block(b, in);
  const test::inflated by_zlib = test::zlib_inflate(stream, max_out_bytes);
  const bool ends = by_zlib.result == Z_STREAM_END;
  if (ends && b.cut) stream.resize(stream.size() - by_zlib.input_left);
  return {element_type::uint8, 0,
          ends ? static_cast<std::uint32_t>(by_zlib.out.size()) : max_out_bytes, std::move(stream)};
}

std::vector<bytes> code_lengths_inputs() {
  std::mt19937_64 random(1);
  std::vector<bytes> all;
  for (unsigned i = 0; i < 150; ++i) {
    bytes b;
    for (std::size_t n = 3 + (257 + 32) / 2 + random() % 150; n > 0; --n)
      b.push_back(static_cast<std::byte>(random()));
    if (i % 2 == 0)  // long codewords for all symbols
      for (std::size_t k = 3; k < 3 + (257 + 32) / 2; ++k)
        b[k] = static_cast<std::byte>(0x88 + (random() & 0x77));
    all.push_back(std::move(b));
  }
  return all;
}

}  // namespace codag::fuzz
