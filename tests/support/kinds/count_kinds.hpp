// The kinds of symbols, blocks and tokens of each codec. They are counted in compressed chunks, by
// parsers that share no code with kernels.
#pragma once

#include <string_view>

#include "codag/element_type.hpp"
#include "tests/support/kinds/deflate.hpp"
#include "tests/support/kinds/gompresso.hpp"
#include "tests/support/kinds/kind_counts.hpp"
#include "tests/support/kinds/rle_v1.hpp"
#include "tests/support/kinds/rle_v2.hpp"
#include "tests/support/kinds/tiles.hpp"
#include "tests/support/kinds/vle.hpp"

namespace codag::test {

/// The kinds of a codec; none for a codec of which every chunk is alike. Throws std::out_of_range
/// for a codec that is not listed: its kinds are still to be written.
inline kind_list kinds_of(std::string_view codec, element_type type) {
  if (codec == "rle_v1") return kinds_of_rle_v1();
  if (codec == "rle_v2") return kinds_of_rle_v2();
  if (codec == "deflate") return kinds_of_deflate();
  if (codec == "vle") return kinds_of_vle();
  if (codec == "gompresso_byte") return kinds_of_gompresso_byte();
  if (codec == "gompresso_bit") return kinds_of_gompresso_bit();
  return kinds_of_tiles(codec, type);
}

/// Counts those of a chunk without mistakes, which decodes to `raw`.
inline void count_kinds(std::string_view codec, element_type type, std::span<const std::byte> in,
                        std::span<const std::byte> raw, kind_counts& seen) {
  if (codec == "rle_v1")
    count_rle_v1(in, seen);
  else if (codec == "rle_v2")
    count_rle_v2(in, seen);
  else if (codec == "deflate")
    count_deflate(in, seen);
  else if (codec == "vle")
    count_vle(in, raw, seen);
  else if (codec == "gompresso_byte")
    count_gompresso_byte(in, seen);
  else if (codec == "gompresso_bit")
    count_gompresso_bit(in, seen);
  else
    count_tiles(codec, type, in, seen);
}

}  // namespace codag::test
