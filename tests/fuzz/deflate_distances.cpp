#include <algorithm>
#include <random>

#include "codag/codec/deflate/deflate.hpp"
#include "tests/fuzz/deflate_chunks.hpp"
#include "tests/support/deflate_block_writer.hpp"

namespace codag::fuzz {
namespace {

constexpr unsigned literal = 31;  // in place of a length's code; the codes 29 and 30 are illegal
constexpr std::uint32_t max_symbol_output = 4096;

class fixed_block_writer {
 public:
  fixed_block_writer() { begin_block(); }

  void put_literal(std::uint8_t value) {
    out_.put_symbol(literal_lengths(), value);
    ++written_;
  }
  /// Codes and their extra bits. Extra bits that the code does not have are dropped.
  void put_match(unsigned length_code, unsigned length_extra, unsigned distance_code,
                 unsigned distance_extra) {
    out_.put_symbol(literal_lengths(), deflate::end_of_block + 1 + length_code);
    if (length_code < deflate::length_codes) {
      const unsigned bits = deflate::length_extra_bits(length_code);
      out_.put(length_extra, bits);
      written_ += deflate::length_base(length_code) + (length_extra & ((1u << bits) - 1));
    }
    out_.put_symbol(distance_lengths(), distance_code);
    if (distance_code < deflate::distance_codes)
      out_.put(distance_extra, deflate::distance_extra_bits(distance_code));
  }
  void begin_another_block() {
    out_.put_symbol(literal_lengths(), deflate::end_of_block);
    begin_block();
  }
  /// Ends the stream with an empty block.
  bytes finish() {
    out_.put_symbol(literal_lengths(), deflate::end_of_block);
    begin_block(true);
    out_.put_symbol(literal_lengths(), deflate::end_of_block);
    return out_.bytes();
  }
  /// Bytes that the stream decodes to, if it is legal.
  [[nodiscard]] std::uint32_t written() const { return written_; }

 private:
  void begin_block(bool last = false) {
    out_.put(last ? 1 : 0, 1);
    out_.put(static_cast<unsigned>(deflate::block_type::fixed), 2);
  }
  static const test::code_lengths& literal_lengths() {
    static const test::code_lengths lengths = [] {
      test::code_lengths l(deflate::fixed_literal_symbols);
      for (unsigned i = 0; i < l.size(); ++i) l[i] = deflate::fixed_code_length(i);
      return l;
    }();
    return lengths;
  }
  static const test::code_lengths& distance_lengths() {
    static const test::code_lengths lengths(deflate::fixed_distance_symbols, 5);
    return lengths;
  }

  test::bit_writer out_;
  std::uint32_t written_ = 0;
};

/// A whole window of bytes, so that every distance is legal after it.
fixed_block_writer whole_window() {
  fixed_block_writer w;
  for (unsigned i = 0; i < 256; ++i) w.put_literal(static_cast<std::uint8_t>(i * 37));
  // Matches of 258 bytes from 193 to 256 bytes back, so that no period remains.
  for (unsigned i = 0; w.written() < deflate::max_distance; ++i)
    w.put_match(deflate::length_codes - 1, 0, 15, i * 29);
  return w;
}

}  // namespace

chunk_bytes chunk_with_distances(input in) {
  static const fixed_block_writer window = whole_window();
  const unsigned flags = in.take_8();
  fixed_block_writer w = (flags & 1) != 0 ? window : fixed_block_writer();
  const std::uint32_t end = w.written() + max_symbol_output;
  while (!in.rest().empty() && w.written() < end) {
    const unsigned kind = in.take_8(), length_extra = in.take_8(), distance_code = in.take_8(),
                   distance_extra = in.take_16();
    if (kind >> 5 == 7) w.begin_another_block();
    if (kind % 32 == literal)
      w.put_literal(static_cast<std::uint8_t>(length_extra));
    else
      w.put_match(kind % 32, length_extra, distance_code % deflate::fixed_distance_symbols,
                  distance_extra);
  }
  // One time in four the chunk is a byte shorter or longer.
  std::uint32_t room = w.written();
  if ((flags >> 1 & 7) == 6) ++room;
  if ((flags >> 1 & 7) == 7 && room > 0) --room;
  return {element_type::uint8, flags >> 4 & 3, room, w.finish()};
}

std::vector<bytes> distances_inputs() {
  std::mt19937_64 random(1);
  std::vector<bytes> all;
  for (unsigned i = 0; i < 100; ++i) {
    bytes b = {static_cast<std::byte>(i % 8 == 0 ? random() | 1 : random() & ~1ull)};
    for (auto n = 1 + random() % 40; n > 0; --n) {
      const bool first = b.size() == 1;
      b.push_back(static_cast<std::byte>(first || random() % 4 == 0 ? literal : random() % 29));
      b.push_back(static_cast<std::byte>(random()));
      // Mostly short distances, so that most streams are legal.
      b.push_back(static_cast<std::byte>(random() % 8 == 0 ? random() % 32 : random() % 4));
      b.push_back(static_cast<std::byte>(random()));
      b.push_back(static_cast<std::byte>(random()));
    }
    all.push_back(std::move(b));
  }
  return all;
}

}  // namespace codag::fuzz
