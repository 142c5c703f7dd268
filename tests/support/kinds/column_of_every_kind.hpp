// A small column with every kind of symbol, block or token of a codec (kinds_met.hpp).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "codag/codec/codec.hpp"
#include "tests/support/kinds/deflate_chunks.hpp"
#include "tests/support/kinds/gompresso_chunks.hpp"
#include "tests/support/kinds/kinds_met.hpp"
#include "tests/support/kinds/rle_chunks.hpp"
#include "tests/support/kinds/tile_chunks.hpp"
#include "tests/support/kinds/vle_chunks.hpp"

namespace codag::test {

inline std::vector<stored_chunk> chunks_of_every_kind(std::string_view codec, element_type type) {
  if (codec == "rle_v1") return chunks_of_rle_v1();
  if (codec == "rle_v2") return chunks_of_rle_v2();
  if (codec == "deflate") return chunks_of_deflate();
  if (codec == "vle") return chunks_of_vle();
  if (codec == "gompresso_byte") return chunks_of_gompresso_byte();
  if (codec == "gompresso_bit") return chunks_of_gompresso_bit();
  return chunks_of_tiles(codec, stored_bits(type));
}

/// A column whose chunks have any size, and what its decoders give.
struct column_of_kinds {
  std::vector<std::byte> in;
  std::vector<chunk> chunks;
  std::vector<std::byte> out;  ///< between the chunks it has between_chunks
};
inline constexpr std::byte between_chunks{0xee};

/// The codecs for bytes do not look at the type.
inline column_of_kinds column_of_every_kind(std::string_view codec, element_type type) {
  constexpr std::size_t alignment = 8;
  column_of_kinds column;
  for (const stored_chunk& stored : chunks_of_every_kind(codec, type)) {
    const std::size_t begin = column.out.size(), size = stored.values * size_of(type);
    column.out.resize(begin + (size + alignment - 1) / alignment * alignment, between_chunks);
    EXPECT_EQ(
        find_codec(codec)->decode(stored.in, type, std::span(column.out).subspan(begin, size)),
        status::ok)
        << codec << ", chunk " << column.chunks.size();
    column.chunks.push_back({column.in.size(), begin, static_cast<std::uint32_t>(stored.in.size()),
                             static_cast<std::uint32_t>(size)});
    column.in.insert(column.in.end(), stored.in.begin(), stored.in.end());
  }
  return column;
}

/// The types of which a codec's kinds are decoded: one of each width, as the sign changes values,
/// not who accesses what. To a codec for bytes they are all the same.
inline std::vector<element_type> types_of_kinds(std::string_view codec) {
  if (codec == "deflate" || codec == "vle" || codec.starts_with("gompresso"))
    return {element_type::uint8};
  return {element_type::int8, element_type::uint16, element_type::int32, element_type::uint64};
}

}  // namespace codag::test
