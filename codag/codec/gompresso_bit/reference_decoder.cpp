#include <algorithm>
#include <vector>

#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/gompresso_bit.hpp"
#include "codag/codec/gompresso_bit/prefix_code.hpp"

namespace codag::gompresso_bit {
namespace {

/// The bits of one sub-block. After the last one it gives zeros, and says that it has ended.
class bit_reader {
 public:
  bit_reader(std::span<const std::byte> in, std::uint64_t at, std::uint32_t count)
      : in_(in), at_(at), end_(at + count) {}

  [[nodiscard]] std::uint32_t bit() {
    const std::uint64_t at = at_++;
    return at < end_ ? std::to_integer<std::uint32_t>(in_[at / 8]) >> at % 8 & 1 : 0;
  }
  [[nodiscard]] std::uint32_t bits(unsigned count) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count; ++i) value |= bit() << i;
    return value;
  }
  /// A symbol; false if no codeword is there.
  [[nodiscard]] bool symbol(const prefix_code& code, std::uint32_t& symbol) {
    std::uint32_t word = 0;
    for (unsigned length = 1; length <= max_code_bits; ++length) {
      word = word << 1 | bit();
      if (word - code.first[length] < code.count[length]) {
        symbol = code.sorted[code.index[length] + word - code.first[length]];
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool past_end() const { return at_ > end_; }
  [[nodiscard]] bool at_end() const { return at_ == end_; }

 private:
  std::span<const std::byte> in_;
  std::uint64_t at_, end_;
};

class chunk_decoder {
 public:
  chunk_decoder(std::span<const std::byte> in, std::span<std::byte> out) : in_(in), out_(out) {}

  status decode() {
    if (in_.size() < header_bytes) return status::truncated_input;
    limits_ = limits::of(gompresso::word_at(in_, 4));
    shape_ = shape::of(gompresso::word_at(in_, shape_at));
    if (!limits_.well_formed() || !shape_.well_formed()) return status::malformed_symbol;
    std::vector<std::uint8_t> lengths;
    for (unsigned i = 0; i < all_symbols; ++i)
      lengths.push_back(std::to_integer<std::uint8_t>(in_[lengths_at + i / 2] >> i % 2 * 4) & 15);
    const auto all = std::span<const std::uint8_t>(lengths);
    const prefix_code literals(all.first(literal_symbols), shape_.code_bits);
    const prefix_code distances(all.subspan(literal_symbols), distance_code_bits);
    if (!literals.acceptable() || !distances.acceptable()) return status::malformed_symbol;

    const std::uint32_t count = gompresso::word_at(in_, 0), blocks = shape_.blocks_of(count);
    if ((in_.size() - header_bytes) / sub_block_bytes < blocks) return status::truncated_input;
    std::uint64_t bits = 0, bytes = 0;
    for (std::uint32_t b = 0; b < blocks; ++b) {
      bits += size_of_block(b).bits;
      bytes += size_of_block(b).bytes;
    }
    const std::size_t data = header_bytes + std::size_t{blocks} * sub_block_bytes;
    const std::uint64_t available = in_.size() - data, needed = (bits + 7) / 8;
    if (needed > available) return status::truncated_input;
    if (bytes > out_.size()) return status::output_overflow;
    if (bytes < out_.size()) return status::truncated_input;
    if (needed < available) return status::trailing_input;

    std::uint64_t at = 8 * std::uint64_t{data};
    for (std::uint32_t b = 0; b < blocks; ++b) {
      const sub_block size = size_of_block(b);
      bit_reader reader(in_, at, size.bits);
      end_ = written_ + size.bytes;
      const std::uint32_t here = std::min(shape_.sequences, count - b * shape_.sequences);
      for (std::uint32_t i = 0; i < here; ++i) {
        if ((b * shape_.sequences + i) % gompresso::group_sequences == 0) group_begin_ = written_;
        if (!decode_sequence(reader, literals, distances)) return status::malformed_symbol;
      }
      if (!reader.at_end() || written_ != end_) return status::malformed_symbol;
      at += size.bits;
    }
    return status::ok;
  }

 private:
  [[nodiscard]] sub_block size_of_block(std::uint32_t b) const {
    return sub_block::of(gompresso::word_at(in_, header_bytes + std::size_t{b} * sub_block_bytes));
  }

  bool decode_sequence(bit_reader& reader, const prefix_code& literals,
                       const prefix_code& distances) {
    sequence s{};
    std::uint32_t symbol = 0;
    while (true) {
      if (!reader.symbol(literals, symbol) || reader.past_end()) return false;
      if (symbol >= no_length) break;
      if (s.literals++ == shape_.most_literals() || written_ == end_) return false;
      out_[written_++] = static_cast<std::byte>(symbol);
    }
    if (symbol == no_length) return true;
    const unsigned length = symbol - first_length_slot;
    s.length = 1 + slot_begin(length) + reader.bits(extra_bits(length));
    if (!reader.symbol(distances, symbol)) return false;
    s.distance = 1 + slot_begin(symbol) + reader.bits(extra_bits(symbol));
    if (reader.past_end() || !limits_.allow(s) || s.length > end_ - written_ ||
        s.distance > written_)
      return false;
    if (limits_.independent() && written_ - s.distance + s.length > group_begin_) return false;
    // Byte by byte, because a back-reference may copy what it has just written.
    for (; s.length > 0; --s.length, ++written_) out_[written_] = out_[written_ - s.distance];
    return true;
  }

  std::span<const std::byte> in_;
  std::span<std::byte> out_;
  limits limits_{};
  shape shape_{};
  std::size_t written_ = 0, end_ = 0, group_begin_ = 0;
};

}  // namespace

status decode(std::span<const std::byte> in, element_type /*type*/, std::span<std::byte> out) {
  return chunk_decoder(in, out).decode();
}

}  // namespace codag::gompresso_bit
