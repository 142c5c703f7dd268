#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "codag/codec/vle/codebook.hpp"

namespace codag::vle {
namespace {

/// The stream's bits. Past its end there are zeros.
class bit_reader {
 public:
  explicit bit_reader(std::span<const std::byte> in) : in_(in) {}

  [[nodiscard]] std::uint64_t peek() const {
    std::uint64_t bits = 0;
    const std::size_t byte = position_ / 8;
    if (byte < in_.size())
      std::memcpy(&bits, in_.data() + byte, std::min<std::size_t>(sizeof bits, in_.size() - byte));
    return bits >> position_ % 8;  // at least 57 bits
  }
  void skip(unsigned n) { position_ += n; }
  [[nodiscard]] std::uint64_t left() const { return overrun() ? 0 : in_.size() * 8 - position_; }
  [[nodiscard]] bool overrun() const { return position_ > in_.size() * 8; }

 private:
  std::span<const std::byte> in_;
  std::uint64_t position_ = 0;
};

/// Decodes codewords of up to `fast_bits` bits by one look-up, longer ones bit by bit.
class code_table {
 public:
  explicit code_table(std::span<const std::byte> lengths) {
    for (const std::byte length : lengths) ++counts_.of[std::to_integer<unsigned>(length)];
    first_codewords(counts_, first_);
    std::uint32_t index = 0;
    for (unsigned length = 1; length <= max_code_bits; ++length) {
      first_index_[length] = index;
      for (unsigned symbol = 0; symbol < symbols; ++symbol)
        if (std::to_integer<unsigned>(lengths[symbol]) == length) {
          sorted_[index] = static_cast<std::uint8_t>(symbol);
          if (length <= fast_bits)
            fill(symbol, first_[length] + index - first_index_[length], length);
          ++index;
        }
    }
  }

  struct found {
    std::uint8_t symbol;
    std::uint8_t length;  ///< 0: no codeword begins with these bits
  };
  [[nodiscard]] found find(std::uint64_t bits) const {
    const found entry = fast_[bits % fast_.size()];
    return entry.length > 0 ? entry : find_long(bits);
  }

 private:
  static constexpr unsigned fast_bits = 12;

  void fill(unsigned symbol, std::uint32_t codeword, unsigned length) {
    for (std::size_t i = in_stream_order(codeword, length); i < fast_.size();
         i += std::size_t{1} << length)
      fast_[i] = {static_cast<std::uint8_t>(symbol), static_cast<std::uint8_t>(length)};
  }

  [[nodiscard]] found find_long(std::uint64_t bits) const {
    std::uint64_t codeword = 0;
    for (unsigned length = 1; length <= max_code_bits; ++length) {
      codeword = codeword << 1 | (bits >> (length - 1) & 1);
      if (codeword >= first_[length] && codeword - first_[length] < counts_.of[length])
        return {sorted_[first_index_[length] + codeword - first_[length]],
                static_cast<std::uint8_t>(length)};
    }
    return {0, 0};
  }

  length_counts counts_{};
  std::uint32_t first_[max_code_bits + 1]{};
  std::uint32_t first_index_[max_code_bits + 1]{};
  std::array<std::uint8_t, symbols> sorted_{};
  std::array<found, std::size_t{1} << fast_bits> fast_{};
};

}  // namespace

status decode(std::span<const std::byte> in, element_type /*type*/, std::span<std::byte> out) {
  if (in.size() < header_bytes) return status::truncated_input;
  const auto lengths = in.first(header_bytes);
  length_counts counts{};
  for (const std::byte b : lengths) {
    const auto length = std::to_integer<unsigned>(b);
    if (length > max_code_bits) return status::malformed_symbol;
    ++counts.of[length];
  }
  if (!is_complete(counts)) return status::malformed_symbol;

  const code_table table(lengths);
  bit_reader bits(in.subspan(header_bytes));
  for (std::byte& symbol : out) {
    const auto found = table.find(bits.peek());
    if (found.length == 0) return status::malformed_symbol;
    bits.skip(found.length);
    if (bits.overrun()) return status::truncated_input;
    symbol = static_cast<std::byte>(found.symbol);
  }
  if (bits.left() >= 32) return status::trailing_input;
  return bits.peek() == 0 ? status::ok : status::malformed_symbol;
}

}  // namespace codag::vle
