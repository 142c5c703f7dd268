// Columns in which three of four chunks are corrupted.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "codag/codec/codec.hpp"
#include "tests/support/columns.hpp"

namespace codag::test {

inline constexpr std::uint32_t damaged_chunk_bytes = 256;

/// Whether a damaged column's chunk is corrupted. Good chunks stand between corrupted ones, because
/// a decoder that leaves its own chunk harms its neighbours.
constexpr bool is_damaged(std::size_t chunk) {
  return chunk % 4 != 0;
}

/// A column of chunks, of which is_damaged() names the corrupted ones.
struct damaged_column {
  std::vector<std::byte> original, in;
  std::vector<chunk> chunks;
};

/// A column with at least `count` corrupted chunks.
inline damaged_column damage(const codec& codec, element_type type, unsigned count,
                             std::mt19937_64& random,
                             std::uint32_t chunk_bytes = damaged_chunk_bytes) {
  damaged_column d;
  const std::size_t size = (count + 2) / 3 * 4 * std::size_t{chunk_bytes};
  while (d.original.size() < size)
    for (const auto& column :
         adversarial_columns(type, chunk_bytes / size_of(type), static_cast<unsigned>(random())))
      d.original.insert(d.original.end(), column.bytes.begin(), column.bytes.end());
  d.original.resize(size);
  const chunked_column good = compress(codec, d.original, type, chunk_bytes);
  for (std::size_t i = 0; i < good.chunks.size(); ++i) {
    chunk c = good.chunks[i];
    std::vector<std::byte> bytes(
        good.bytes.begin() + static_cast<std::ptrdiff_t>(c.in_offset),
        good.bytes.begin() + static_cast<std::ptrdiff_t>(c.in_offset + c.in_bytes));
    if (is_damaged(i)) {
      switch (random() % 5) {
        case 0:  // bit flips
          for (auto n = 1 + random() % 8; n > 0; --n)
            bytes[random() % bytes.size()] ^= static_cast<std::byte>(1u << random() % 8);
          break;
        case 1:
          bytes.resize(random() % bytes.size());
          break;  // truncation
        case 2:
          bytes.resize(bytes.size() + 1 + random() % 64, static_cast<std::byte>(random()));
          break;
        case 3:
          c.out_bytes = static_cast<std::uint32_t>(random() % chunk_bytes);
          break;  // wrong length
        case 4:
          for (auto& b : bytes) b = static_cast<std::byte>(random());
          break;
      }
    }
    c.in_offset = d.in.size();
    c.in_bytes = static_cast<std::uint32_t>(bytes.size());
    d.in.insert(d.in.end(), bytes.begin(), bytes.end());
    d.chunks.push_back(c);
  }
  return d;
}

}  // namespace codag::test
