// A frame as the reference decoders read it, checked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/status.hpp"

namespace codag::bit_packing {

/// The packed value of `width` bits that begins at bit `bit`. read(i) gives word i; only words that
/// the value lies in are read.
template <class Read>
std::uint64_t unpack_bits(const Read& read, std::size_t bit, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < width;) {
    const unsigned shift = (bit + done) % 32, size = std::min(width - done, 32 - shift);
    const std::uint64_t bits =
        read((bit + done) / 32) >> shift & (size == 32 ? ~0u : (1u << size) - 1);
    value |= bits << done;
    done += size;
  }
  return value;
}

/// Where a frame lies in its block.
struct frame_place {
  std::uint32_t miniblock_values;
  unsigned more_header_words = 0;  ///< between the widths and the packed values
  unsigned most_width;
};

/// Reads a frame that takes up the whole block and has values.size() values, no more than four
/// miniblocks hold. If a width is not allowed, or the block is longer or shorter than the widths
/// say, the result is status::malformed_symbol. Widths of miniblocks without values say nothing.
template <stored_value Stored>
status read_frame(std::span<const std::byte> block, const frame_place& place,
                  std::span<Stored> values) {
  const unsigned header = frame_header_words<Stored> + place.more_header_words;
  if (block.size() < std::size_t{4} * header) return status::malformed_symbol;
  const auto reference = load_value<Stored>(block, 0);
  const std::uint32_t widths = load_word(block, reference_words<Stored>);
  block = block.subspan(std::size_t{4} * header);
  for (unsigned m = 0; m < miniblocks; ++m) {
    const auto here = values.first(std::min<std::size_t>(values.size(), place.miniblock_values));
    values = values.subspan(here.size());
    if (here.empty()) break;
    const unsigned width = width_of(widths, m);
    if (width > place.most_width) return status::malformed_symbol;
    const std::size_t bytes =
        std::size_t{4} * packed_words(static_cast<std::uint32_t>(here.size()), width);
    if (block.size() < bytes) return status::malformed_symbol;
    const auto read = [&](std::size_t i) { return load_word(block, i); };
    for (std::size_t i = 0; i < here.size(); ++i)
      here[i] = static_cast<Stored>(reference + unpack_bits(read, i * width, width));
    block = block.subspan(bytes);
  }
  return block.empty() ? status::ok : status::malformed_symbol;
}

}  // namespace codag::bit_packing
