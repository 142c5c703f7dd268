// Chunks of the formats of tiles with every kind of block. They are encoded from stored values, of
// 32 or 64 bits: elements of fewer bytes keep the low ones.
#pragma once

#include <algorithm>
#include <random>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/kinds/stored_chunk.hpp"
#include "tests/support/kinds/tiles.hpp"

namespace codag::test {

using stored_values = std::vector<std::uint64_t>;

/// `count` values, of which the least is 0 and the greatest has `width` bits.
inline stored_values values_of_width(unsigned width, std::size_t count) {
  std::mt19937_64 random(width);
  const std::uint64_t greatest = width == 0 ? 0 : ~std::uint64_t{0} >> (64 - width);
  stored_values values(count);
  for (std::uint64_t& v : values) v = random() & greatest;
  values[0] = 0;
  values[count - 1] = greatest;
  return values;
}

/// Values of every width, 32 of each.
inline stored_values values_of_every_width(unsigned most) {
  stored_values values;
  for (unsigned width = 0; width <= most; ++width)
    for (const std::uint64_t v : values_of_width(width, 32)) values.push_back(v);
  return values;
}

/// Values whose differences have every width, 32 of each. The least difference of a block is -1: a
/// miniblock's width is that of the differences from it.
inline stored_values sums_of_every_width(unsigned most) {
  stored_values sums;
  std::uint64_t sum = 1000;
  for (unsigned width = 0; width <= most; ++width) {
    // The last block has one miniblock, which takes all differences that there are.
    const std::uint64_t least = width == most ? std::uint64_t{1} << (most - 1) : 1;
    for (const std::uint64_t v : values_of_width(width, 32)) sums.push_back(sum += v - least);
  }
  return sums;
}

/// Blocks of runs whose lengths have widths of 4 and 9 bits, of one run, and of 512 runs.
inline stored_values runs_of_every_kind(unsigned most) {
  stored_values values(gpu_rfor::block_values, 77);
  // Values of one width per miniblock of 128 runs.
  for (const unsigned width : {1u, 5u, 32u, most == 64 ? 40u : 8u})
    for (unsigned i = 0; i < gpu_rfor::miniblock_runs; ++i)
      values.push_back(i % 2 == 0 ? 0 : ~std::uint64_t{0} >> (64 - width));
  // These values take all bits, as signed numbers and as unsigned ones.
  const std::uint64_t highest = std::uint64_t{1} << (most - 1);
  const std::uint64_t extremes[] = {0, highest, highest - 1, highest | (highest - 1)};
  for (const unsigned longest : {16u, 511u})
    for (unsigned begin = 0, length = 1, run = 0; begin < gpu_rfor::block_values;
         begin += length, length = longest, ++run)
      for (unsigned i = begin; i < std::min(begin + length, gpu_rfor::block_values); ++i)
        values.push_back(extremes[run % 4]);
  return values;
}

/// The stored values of each chunk.
inline std::vector<stored_values> tile_values(std::string_view codec, unsigned bits) {
  if (codec == "gpu_for" || codec == "gpu_bp") {
    stored_values with_more = values_of_every_width(bits);
    with_more.push_back(1);
    return {with_more, stored_values(256, 3)};
  }
  if (codec == "gpu_dfor") return {sums_of_every_width(bits), stored_values(512, 3)};
  if (codec == "gpu_rfor" || codec == "rle") {
    stored_values with_more = runs_of_every_kind(bits);
    with_more.push_back(1);
    return {with_more, stored_values(gpu_rfor::block_values, 3)};
  }
  std::vector<stored_values> chunks;
  if (codec == "none") chunks.push_back(values_of_width(bits, 300));
  if (codec == "nsf")
    for (unsigned width = 8; width <= bits; width *= 2)
      chunks.push_back(values_of_width(width, 70));
  if (codec == "nsv" || codec == "gpu_vbyte") {
    chunks = {values_of_every_width(bits), stored_values(512, 3)};
    chunks.front().push_back(1);
  }
  if (codec == "gpu_simdbp128" || codec == "fastlanes") {
    for (const unsigned width : {0u, 4u, 5u, 32u, 40u, 64u})
      if (width <= bits) chunks.push_back(values_of_width(width, 300));
    chunks.emplace_back(codec == "fastlanes" ? 1024 : 4096, 3);
  }
  return chunks;
}

inline stored_chunk tile_chunk_by(const codec& by, const stored_values& values, unsigned bits) {
  const element_type stored = bits == 64 ? element_type::uint64 : element_type::uint32;
  stored_chunk chunk{{}, values.size()};
  by.encode(to_column(stored, values), stored, chunk.in);
  return chunk;
}

inline std::vector<stored_chunk> chunks_of_tiles(std::string_view codec, unsigned bits) {
  std::vector<stored_chunk> chunks;
  if (codec == "gpu_star") {
    const std::string_view formats[] = {"gpu_for", "gpu_dfor", "gpu_rfor"};
    for (unsigned i = 0; i < 3; ++i)
      for (stored_chunk chunk : chunks_of_tiles(formats[i], bits)) {
        chunk.in.insert(chunk.in.begin(),
                        {static_cast<std::byte>(i), std::byte{0}, std::byte{0}, std::byte{0}});
        chunks.push_back(std::move(chunk));
      }
    return chunks;
  }
  const auto& row = *find_codec(codec);
  for (const stored_values& values : tile_values(codec, bits))
    chunks.push_back(tile_chunk_by(row, values, bits));
  if (codec == "fastlanes") {
    const parameter_values own_order = {0};
    chunks.push_back(tile_chunk_by(row.with(own_order), values_of_width(9, 1000), bits));
  }
  return chunks;
}

}  // namespace codag::test
