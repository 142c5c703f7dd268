#include "datasets/deflate_symbols.hpp"

#include <array>
#include <stdexcept>

namespace codag::datasets {
namespace {

constexpr unsigned max_code_bits = 15;
constexpr unsigned end_of_block = 256;
constexpr std::array<std::uint16_t, 29> length_base = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                       67, 83, 99, 115, 131, 163, 195, 227, 258};

constexpr unsigned length_extra_bits(std::size_t code) {
  return code < 8 || code == 28 ? 0 : static_cast<unsigned>(code / 4 - 1);
}

constexpr unsigned distance_extra_bits(std::size_t code) {
  return code < 4 ? 0 : static_cast<unsigned>(code / 2 - 1);
}

class bit_reader {
 public:
  explicit bit_reader(std::span<const std::byte> in) : in_(in) {}

  unsigned bit() {
    const std::size_t byte = position_ / 8;
    if (byte >= in_.size()) throw std::invalid_argument("the Deflate stream ends early");
    return std::to_integer<unsigned>(in_[byte]) >> (position_++ % 8) & 1;
  }

  unsigned bits(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) value |= bit() << i;
    return value;
  }

  void align_to_byte() { position_ = (position_ + 7) / 8 * 8; }

  void skip_bytes(std::size_t count) {
    if (count > in_.size() - position_ / 8)
      throw std::invalid_argument("the Deflate stream ends early");
    position_ += 8 * count;
  }

 private:
  std::span<const std::byte> in_;
  std::size_t position_ = 0;  // in bits
};

// A canonical prefix code, read one bit at a time: speed is of no concern here.
class prefix_code {
 public:
  explicit prefix_code(std::span<const std::uint8_t> lengths) {
    for (const std::uint8_t length : lengths) ++count_[length];
    count_[0] = 0;
    std::array<std::size_t, max_code_bits + 2> offset{};
    for (unsigned l = 1; l <= max_code_bits; ++l) offset[l + 1] = offset[l] + count_[l];
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
      if (lengths[symbol] != 0)
        symbols_[offset[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
  }

  unsigned read(bit_reader& in) const {
    unsigned code = 0, first = 0, index = 0;
    for (unsigned l = 1; l <= max_code_bits; ++l) {
      code = code << 1 | in.bit();
      first <<= 1;
      if (code < first) break;  // an over-subscribed code
      if (code - first < count_[l]) return symbols_[index + code - first];
      index += count_[l];
      first += count_[l];
    }
    throw std::invalid_argument("the Deflate stream holds a code word that its block lacks");
  }

 private:
  std::array<unsigned, max_code_bits + 1> count_{};
  std::array<std::uint16_t, 288> symbols_{};
};

struct block_codes {
  prefix_code literal_or_length;
  prefix_code distance;
};

block_codes fixed_codes() {
  std::array<std::uint8_t, 288> literal{};
  for (std::size_t i = 0; i < literal.size(); ++i)
    literal[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  std::array<std::uint8_t, 30> distance{};
  distance.fill(5);
  return {prefix_code(literal), prefix_code(distance)};
}

block_codes dynamic_codes(bit_reader& in) {
  constexpr std::array<std::uint8_t, 19> order = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                  11, 4,  12, 3, 13, 2, 14, 1, 15};
  const std::size_t literals = in.bits(5) + 257;
  const std::size_t distances = in.bits(5) + 1;
  const std::size_t code_lengths = in.bits(4) + 4;
  if (literals > 286 || distances > 30)
    throw std::invalid_argument("a Deflate block declares too many codes");
  std::array<std::uint8_t, 19> meta{};
  for (std::size_t i = 0; i < code_lengths; ++i)
    meta[order[i]] = static_cast<std::uint8_t>(in.bits(3));
  const prefix_code meta_code(meta);

  std::array<std::uint8_t, 286 + 30> lengths{};
  for (std::size_t i = 0; i < literals + distances;) {
    const unsigned symbol = meta_code.read(in);
    std::size_t repeat = 1;
    std::uint8_t length = static_cast<std::uint8_t>(symbol);
    if (symbol == 16) {
      if (i == 0) throw std::invalid_argument("a Deflate block repeats a length before the first");
      length = lengths[i - 1];
      repeat = in.bits(2) + 3;
    } else if (symbol > 16) {
      length = 0;
      repeat = symbol == 17 ? in.bits(3) + 3 : in.bits(7) + 11;
    }
    if (repeat > literals + distances - i)
      throw std::invalid_argument("a Deflate block repeats a length past the last");
    for (; repeat > 0; --repeat) lengths[i++] = length;
  }
  const std::span<const std::uint8_t> all(lengths);
  return {prefix_code(all.first(literals)), prefix_code(all.subspan(literals, distances))};
}

void count_block(bit_reader& in, const block_codes& codes, deflate_symbols& count) {
  for (;;) {
    const unsigned symbol = codes.literal_or_length.read(in);
    if (symbol == end_of_block) return;
    if (symbol < end_of_block) {
      ++count.literals;
      ++count.output_bytes;
      continue;
    }
    const std::size_t code = symbol - end_of_block - 1;
    if (code >= length_base.size())
      throw std::invalid_argument("the Deflate stream holds a reserved length");
    const unsigned length = length_base[code] + in.bits(length_extra_bits(code));
    const unsigned distance_code = codes.distance.read(in);
    if (distance_code >= 30)
      throw std::invalid_argument("the Deflate stream holds a reserved distance");
    in.bits(distance_extra_bits(distance_code));
    ++count.matches;
    count.output_bytes += length;
  }
}

void count_stored_block(bit_reader& in, deflate_symbols& count) {
  in.align_to_byte();
  const unsigned length = in.bits(16);
  if (in.bits(16) != (~length & 0xffff))
    throw std::invalid_argument("a stored Deflate block's length and its complement differ");
  in.skip_bytes(length);
  count.literals += length;
  count.output_bytes += length;
}

}  // namespace

deflate_symbols count_deflate_symbols(std::span<const std::byte> in) {
  bit_reader bits(in);
  deflate_symbols count;
  for (bool last = false; !last;) {
    last = bits.bit() != 0;
    switch (bits.bits(2)) {
      case 0:
        count_stored_block(bits, count);
        break;
      case 1:
        count_block(bits, fixed_codes(), count);
        break;
      case 2:
        count_block(bits, dynamic_codes(bits), count);
        break;
      default:
        throw std::invalid_argument("the Deflate stream holds a reserved block type");
    }
  }
  return count;
}

}  // namespace codag::datasets
