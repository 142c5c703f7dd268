// Reads a raw Deflate stream on the host, bit by bit. It is written to be clear, not fast.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/codec/deflate/deflate.hpp"

namespace codag::deflate {

/// Takes bits from the low end of each byte (RFC 1951 section 3.1.1).
class bit_reader {
 public:
  explicit bit_reader(std::span<const std::byte> in) : in_(in) {}

  /// Takes a number of `count` bits; the first bit is the lowest.
  status bits(unsigned count, unsigned& value) {
    value = 0;
    for (unsigned i = 0; i < count; ++i, ++position_) {
      if (position_ / 8 == in_.size()) return status::truncated_input;
      value |= (std::to_integer<unsigned>(in_[position_ / 8]) >> position_ % 8 & 1) << i;
    }
    return status::ok;
  }

  void align_to_byte() { position_ = 8 * bytes_taken(); }

  /// Takes `count` whole bytes, at a byte boundary.
  status bytes(std::size_t count, std::span<const std::byte>& taken) {
    if (count > in_.size() - bytes_taken()) return status::truncated_input;
    taken = in_.subspan(bytes_taken(), count);
    position_ += 8 * count;
    return status::ok;
  }

  /// The number of bytes of which at least one bit was taken.
  [[nodiscard]] std::size_t bytes_taken() const { return (position_ + 7) / 8; }

 private:
  std::span<const std::byte> in_;
  std::size_t position_ = 0;  // in bits
};

/// The canonical prefix code with given code lengths (section 3.2.2).
class canonical_code {
 public:
  /// `lengths` has one entry per symbol, at most 288. 0 means that the symbol has no codeword.
  explicit canonical_code(std::span<const std::uint8_t> lengths) {
    for (const std::uint8_t length : lengths) ++count_[length];
    count_[0] = 0;
    std::array<unsigned, max_code_bits + 2> next{};
    for (unsigned length = 1; length <= max_code_bits; ++length) {
      next[length + 1] = next[length] + count_[length];
      unused_ = 2 * unused_ - static_cast<int>(count_[length]);
      if (count_[length] > 0) longest_ = length;
    }
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
      if (lengths[symbol] != 0)
        sorted_[next[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
  }

  [[nodiscard]] bool complete() const { return unused_ == 0; }
  /// Whether zlib accepts it as a literal/length or distance code: it is complete, or has a single
  /// codeword of one bit, or none (section 3.2.7 names the last two for distances).
  [[nodiscard]] bool usable() const { return unused_ == 0 || (unused_ > 0 && longest_ <= 1); }

  /// Takes the next codeword and gives its symbol. A bit that begins no codeword is taken before it
  /// is refused.
  status read(bit_reader& in, unsigned& symbol) const {
    unsigned code = 0, first = 0, index = 0;
    for (unsigned length = 1; length <= std::max(longest_, 1u); ++length) {
      unsigned bit = 0;
      if (const status s = in.bits(1, bit); s != status::ok) return s;
      code = code << 1 | bit;
      if (code - first < count_[length]) {
        symbol = sorted_[index + code - first];
        return status::ok;
      }
      index += count_[length];
      first = (first + count_[length]) << 1;
    }
    return status::malformed_symbol;
  }

 private:
  std::array<unsigned, max_code_bits + 1> count_{};            // codewords of each length
  std::array<std::uint16_t, fixed_literal_symbols> sorted_{};  // symbols in codeword order
  int unused_ = 1;        // unused codewords of 15 bits; negative: over-subscribed
  unsigned longest_ = 0;  // bits in the longest codeword
};

/// The codes of one block.
struct block_codes {
  canonical_code literals;
  canonical_code distances;
};

/// Reads one stream and hands its symbols to a Sink, which has:
///     std::uint64_t room() const;     // bytes that it can still take
///     std::uint64_t written() const;  // bytes that it has taken
///     void put_literals(std::span<const std::byte> bytes);
///     void put_match(unsigned length, unsigned distance);
/// It checks in the order that format.md gives.
template <class Sink>
class stream_reader {
 public:
  stream_reader(std::span<const std::byte> in, Sink& sink) : in_(in), sink_(sink) {}

  /// Reads all blocks, up to the final one.
  status read() {
    for (unsigned last = 0; last == 0;) {
      unsigned type = 0;
      if (const status s = in_.bits(1, last); s != status::ok) return s;
      if (const status s = in_.bits(2, type); s != status::ok) return s;
      if (const status s = read_block(static_cast<block_type>(type)); s != status::ok) return s;
    }
    return status::ok;
  }

  [[nodiscard]] std::size_t bytes_taken() const { return in_.bytes_taken(); }

 private:
  status read_block(block_type type) {
    switch (type) {
      case block_type::stored:
        return read_stored();
      case block_type::fixed:
        return read_fixed();
      case block_type::dynamic:
        return read_dynamic();
      case block_type::reserved:
        break;
    }
    return status::malformed_symbol;
  }

  status read_stored() {
    in_.align_to_byte();
    unsigned length = 0, complement = 0;
    if (const status s = in_.bits(16, length); s != status::ok) return s;
    if (const status s = in_.bits(16, complement); s != status::ok) return s;
    if ((length ^ complement) != 0xffff) return status::malformed_symbol;
    if (length > sink_.room()) return status::output_overflow;
    std::span<const std::byte> bytes;
    if (const status s = in_.bytes(length, bytes); s != status::ok) return s;
    sink_.put_literals(bytes);
    return status::ok;
  }

  status read_fixed() {
    std::array<std::uint8_t, fixed_literal_symbols + fixed_distance_symbols> lengths;
    for (unsigned i = 0; i < lengths.size(); ++i) lengths[i] = fixed_code_length(i);
    return read_symbols(codes_of(lengths, fixed_literal_symbols));
  }

  status read_dynamic() {
    unsigned literals = 0, distances = 0, metas = 0;
    if (const status s = in_.bits(5, literals); s != status::ok) return s;
    if (const status s = in_.bits(5, distances); s != status::ok) return s;
    if (const status s = in_.bits(4, metas); s != status::ok) return s;
    literals += 257, distances += 1, metas += 4;
    if (literals > max_literal_symbols || distances > distance_codes)
      return status::malformed_symbol;

    std::array<std::uint8_t, meta_symbols> meta_lengths{};
    for (unsigned i = 0; i < metas; ++i) {
      unsigned length = 0;
      if (const status s = in_.bits(3, length); s != status::ok) return s;
      meta_lengths[meta_order(i)] = static_cast<std::uint8_t>(length);
    }
    const canonical_code meta_code(meta_lengths);
    if (!meta_code.complete()) return status::malformed_symbol;

    std::array<std::uint8_t, max_literal_symbols + distance_codes> buffer{};
    const auto lengths = std::span<std::uint8_t>(buffer).first(literals + distances);
    if (const status s = read_lengths(meta_code, lengths); s != status::ok) return s;
    if (lengths[end_of_block] == 0) return status::malformed_symbol;
    const block_codes codes = codes_of(lengths, literals);
    if (!codes.literals.usable() || !codes.distances.usable()) return status::malformed_symbol;
    return read_symbols(codes);
  }

  /// Code lengths, run-length coded (section 3.2.7).
  status read_lengths(const canonical_code& meta_code, std::span<std::uint8_t> lengths) {
    for (std::size_t i = 0; i < lengths.size();) {
      unsigned symbol = 0, repeat = 0;
      if (const status s = meta_code.read(in_, symbol); s != status::ok) return s;
      if (symbol < 16) {
        lengths[i++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      if (const status s = in_.bits(meta_extra_bits(symbol), repeat); s != status::ok) return s;
      repeat += meta_base(symbol);
      if (repeat > lengths.size() - i || (symbol == 16 && i == 0)) return status::malformed_symbol;
      const std::uint8_t length = symbol == 16 ? lengths[i - 1] : std::uint8_t{0};
      for (; repeat > 0; --repeat) lengths[i++] = length;
    }
    return status::ok;
  }

  static block_codes codes_of(std::span<const std::uint8_t> lengths, std::size_t literals) {
    return {canonical_code(lengths.first(literals)), canonical_code(lengths.subspan(literals))};
  }

  status read_symbols(const block_codes& codes) {
    for (;;) {
      unsigned symbol = 0;
      if (const status s = codes.literals.read(in_, symbol); s != status::ok) return s;
      if (symbol == end_of_block) return status::ok;
      if (symbol < end_of_block) {
        if (sink_.room() == 0) return status::output_overflow;
        const auto byte = static_cast<std::byte>(symbol);
        sink_.put_literals({&byte, 1});
      } else if (const status s = read_match(symbol - end_of_block - 1, codes.distances);
                 s != status::ok) {
        return s;
      }
    }
  }

  status read_match(unsigned length_code, const canonical_code& distances) {
    unsigned extra = 0, code = 0;
    if (length_code >= length_codes) return status::malformed_symbol;
    if (const status s = in_.bits(length_extra_bits(length_code), extra); s != status::ok) return s;
    const unsigned length = length_base(length_code) + extra;
    if (const status s = distances.read(in_, code); s != status::ok) return s;
    if (code >= distance_codes) return status::malformed_symbol;
    if (const status s = in_.bits(distance_extra_bits(code), extra); s != status::ok) return s;
    const unsigned distance = distance_base(code) + extra;
    if (length > sink_.room()) return status::output_overflow;
    if (distance > sink_.written()) return status::malformed_symbol;
    sink_.put_match(length, distance);
    return status::ok;
  }

  bit_reader in_;
  Sink& sink_;
};

}  // namespace codag::deflate
