// Dynamic Deflate blocks, written field by field, with codes that no encoder would choose and with
// faulty codes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "codag/codec/deflate/deflate.hpp"

namespace codag::test {

using code_lengths = std::vector<std::uint8_t>;

/// The lengths of a random complete code of `codewords` codewords (at least 2) of at most `longest`
/// bits among `symbols` symbols; a high `depth` (0 to 99) makes it lopsided.
inline code_lengths random_complete_code(std::size_t symbols, std::size_t codewords,
                                         unsigned longest, unsigned depth,
                                         std::mt19937_64& random) {
  code_lengths leaves = {0};
  while (leaves.size() < codewords) {
    // The newest leaf is the deepest.
    std::size_t i = random() % 100 < depth ? leaves.size() - 1 : random() % leaves.size();
    while (leaves[i] >= longest) i = random() % leaves.size();
    leaves.push_back(++leaves[i]);
  }
  leaves.resize(symbols);
  std::shuffle(leaves.begin(), leaves.end(), random);
  return leaves;
}

/// Writes bits as Deflate packs them (RFC 1951 section 3.1.1).
class bit_writer {
 public:
  /// A number of `count` bits, the lowest first.
  void put(unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; ++i, ++position_) {
      if (position_ % 8 == 0) bytes_.push_back(std::byte{0});
      bytes_.back() |= static_cast<std::byte>((value >> i & 1) << position_ % 8);
    }
  }
  /// The codeword of `symbol` in the canonical code of `lengths` (section 3.2.2).
  void put_symbol(std::span<const std::uint8_t> lengths, unsigned symbol) {
    unsigned code = 0;
    for (unsigned length = 1; length <= lengths[symbol]; ++length) {
      code <<= 1;
      if (length < lengths[symbol])
        code +=
            static_cast<unsigned>(std::ranges::count(lengths, static_cast<std::uint8_t>(length)));
    }
    code += static_cast<unsigned>(
        std::count(lengths.begin(), lengths.begin() + symbol, lengths[symbol]));
    for (unsigned i = lengths[symbol]; i > 0; --i) put(code >> (i - 1) & 1, 1);
  }
  /// The next bit is the first of a byte.
  void align_to_byte() { position_ = 8 * bytes_.size(); }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
  std::size_t position_ = 0;
};

/// Writes code lengths in a code with all 19 symbols. Most runs are written as runs.
inline void put_code_lengths(bit_writer& out, const code_lengths& lengths, bool faulty_runs,
                             std::mt19937_64& random) {
  std::array<std::uint8_t, deflate::meta_symbols> meta;
  for (unsigned i = 0; i < meta.size(); ++i) meta[i] = i < 13 ? 4 : 5;  // 13 / 16 + 6 / 32 = 1
  for (unsigned i = 0; i < meta.size(); ++i) out.put(meta[deflate::meta_order(i)], 3);
  for (std::size_t i = 0; i < lengths.size();) {
    std::size_t equal = 1;
    while (i + equal < lengths.size() && lengths[i + equal] == lengths[i]) ++equal;
    if (faulty_runs && random() % 16 == 0) equal = 138;
    if (i > 0 && (lengths[i] == lengths[i - 1] || faulty_runs) && equal >= 3 && random() % 4 != 0) {
      equal = std::min<std::size_t>(equal, 6);
      out.put_symbol(meta, 16);
      out.put(static_cast<unsigned>(equal - 3), 2);
    } else if (lengths[i] == 0 && equal >= 11 && random() % 4 != 0) {
      equal = std::min<std::size_t>(equal, 138);
      out.put_symbol(meta, 18);
      out.put(static_cast<unsigned>(equal - 11), 7);
    } else if (lengths[i] == 0 && equal >= 3 && random() % 4 != 0) {
      equal = std::min<std::size_t>(equal, 10);
      out.put_symbol(meta, 17);
      out.put(static_cast<unsigned>(equal - 3), 3);
    } else {
      equal = 1;
      out.put_symbol(meta, lengths[i]);
    }
    i += equal;
  }
}

/// A final block with random codes, one time in three with a fault, and random bits after them.
inline std::vector<std::byte> random_dynamic_block(std::mt19937_64& random) {
  const std::size_t literals = 257 + random() % 30, distances = 1 + random() % 30;
  const auto depth = static_cast<unsigned>(random() % 100);
  code_lengths lengths =
      random_complete_code(literals, 2 + random() % (literals - 1), 15, depth, random);
  if (random() % 20 != 0)  // else the end of the block may have no codeword
    while (lengths[deflate::end_of_block] == 0)
      std::swap(lengths[deflate::end_of_block], lengths[random() % literals]);
  code_lengths distance_lengths(distances);
  if (const auto kind = random() % 4; kind == 0)
    distance_lengths[random() % distances] = random() % 2 == 0 ? 1 : 0;
  else if (distances > 1)
    distance_lengths =
        random_complete_code(distances, 2 + random() % (distances - 1), 15, depth, random);
  lengths.insert(lengths.end(), distance_lengths.begin(), distance_lengths.end());
  if (random() % 6 == 0) lengths[random() % lengths.size()] = random() % 16 & 0xf;

  bit_writer out;
  out.put(1, 1);
  out.put(static_cast<unsigned>(deflate::block_type::dynamic), 2);
  out.put(static_cast<unsigned>(literals - 257), 5);
  out.put(static_cast<unsigned>(distances - 1), 5);
  out.put(deflate::meta_symbols - 4, 4);
  put_code_lengths(out, lengths, random() % 6 == 0, random);
  for (auto n = random() % 400; n > 0; --n) out.put(static_cast<unsigned>(random() & 0xff), 8);
  return out.bytes();
}

}  // namespace codag::test
