// The host encoders and reference decoders of formats whose blocks have one width each.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/bit_packing/bit_packer.hpp"
#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/chunk_reader.hpp"
#include "codag/codec/bit_packing/frame.hpp"
#include "codag/codec/bit_packing/lane_layout.hpp"
#include "codag/codec/bit_packing/read_frame.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::bit_packing {

/// A block's reference, which is 0 in formats that have none, and its width.
template <stored_value Stored>
struct block_frame {
  Stored reference = 0;
  std::uint32_t width = 0;
};

/// The frame of a block. Without a reference, the width is that of its greatest value.
template <stored_value Stored, bool has_reference>
block_frame<Stored> block_frame_of(std::span<const Stored> values, order by) {
  if constexpr (has_reference) {
    const auto miniblock_values = static_cast<std::uint32_t>(values.size() / miniblocks);
    const frame_header<Stored> header = frame_of<Stored>(values, by, {miniblock_values, 1});
    return {header.reference, header.widths[0]};
  } else {
    Stored bits = 0;
    for (const Stored value : values) bits |= value;
    return {0, static_cast<std::uint32_t>(std::bit_width(bits))};
  }
}

/// Writes a block's packed values from word `at` on.
template <lane_layout Layout, stored_value Stored>
void put_lanes(std::span<const Stored> values, const block_frame<Stored>& frame,
               std::span<std::byte> words, std::size_t at) {
  for (std::uint32_t lane = 0; lane < Layout::lanes; ++lane) {
    std::uint32_t i = 0;
    bit_packer packer(
        [&](std::uint32_t word) { store_word(words, at + Layout::word(lane, i++), word); });
    for (std::uint32_t row = 0; row < Layout::rows; ++row)
      packer.put(static_cast<Stored>(values[Layout::value(lane, row)] - frame.reference),
                 frame.width);
  }
}

/// Appends the encoding of a chunk: the words of `more_header` after the three that all formats
/// have, the starts, and the blocks.
template <lane_layout Layout, stored_value Stored, bool has_reference>
void encode_lanes(std::span<const std::byte> raw, element_type type,
                  std::span<const std::uint32_t> more_header, std::vector<std::byte>& out) {
  constexpr std::uint32_t block_values = values_of<Layout>;
  constexpr std::uint32_t before = has_reference ? reference_words<Stored> : 0;
  const order by = is_signed(type) ? order::as_signed : order::as_unsigned;
  const block_reader<Stored> column(raw, type);
  const auto count = static_cast<std::uint32_t>(column.count());
  const std::size_t blocks = blocks_of(count, block_values);

  using block = std::array<Stored, block_values>;
  std::vector<block_frame<Stored>> frames(blocks);
  for_each_block(blocks, [&](std::size_t b) {
    block values;
    column.load(b * block_values, values);
    frames[b] = block_frame_of<Stored, has_reference>(values, by);
  });

  std::vector<std::uint32_t> starts{0};
  for (const auto& frame : frames)
    starts.push_back(starts.back() + before + block_values / 32 * frame.width);

  std::vector<std::uint32_t> header{block_values, 1, count};
  header.insert(header.end(), more_header.begin(), more_header.end());
  header.insert(header.end(), starts.begin(), starts.end());
  const std::size_t begin = out.size();
  out.resize(begin + 4 * (header.size() + starts.back()));
  const auto words = std::span(out).subspan(begin);
  for (std::size_t i = 0; i < header.size(); ++i) store_word(words, i, header[i]);
  for_each_block(blocks, [&](std::size_t b) {
    block values;
    column.load(b * block_values, values);
    const std::size_t at = header.size() + starts[b];
    if constexpr (has_reference) store_value(words, at, frames[b].reference);
    put_lanes<Layout, Stored>(values, frames[b], words, at + before);
  });
}

/// Decodes the blocks of a chunk that chunk_reader::open() has found to be well-formed.
template <lane_layout Layout, stored_value Stored, bool has_reference>
status decode_lanes(const chunk_reader& chunk, element_type type, std::span<std::byte> out) {
  constexpr std::uint32_t block_values = values_of<Layout>;
  constexpr std::uint32_t before = has_reference ? reference_words<Stored> : 0;
  const std::uint32_t blocks =
      blocks_of(static_cast<std::uint32_t>(out.size() / size_of(type)), block_values);
  if (chunk.start(0) != 0) return status::malformed_symbol;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    std::span<const std::byte> block;
    if (const status s = chunk.block(chunk.start(b), chunk.start(b + 1), block); s != status::ok)
      return s;
    std::uint32_t width = 0;
    if (const status s = width_of_block(static_cast<std::uint32_t>(block.size() / 4), block_values,
                                        before, max_width<Stored>, width);
        s != status::ok)
      return s;
    const Stored reference = has_reference ? load_value<Stored>(block, 0) : Stored{0};
    std::array<Stored, block_values> values;
    for (std::uint32_t lane = 0; lane < Layout::lanes; ++lane) {
      const auto read = [&](std::size_t i) {
        return load_word(block, before + Layout::word(lane, static_cast<std::uint32_t>(i)));
      };
      for (std::uint32_t row = 0; row < Layout::rows; ++row)
        values[Layout::value(lane, row)] =
            static_cast<Stored>(reference + unpack_bits(read, std::size_t{row} * width, width));
    }
    store_values<Stored>(values, std::size_t{b} * block_values, type, out);
  }
  return chunk.end_at(chunk.start(blocks));
}

/// Decodes a chunk of such a format: decode_blocks<Stored>(chunk), if its header is well-formed.
template <class DecodeBlocks>
status decode_lane_chunk(std::span<const std::byte> in, element_type type, std::span<std::byte> out,
                         std::uint32_t block_values, std::uint32_t header_words,
                         const DecodeBlocks& decode_blocks) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
  const std::uint32_t blocks = blocks_of(count, block_values);
  chunk_reader chunk;
  if (const status s = chunk.open(in, {block_values, count, header_words, blocks + 1});
      s != status::ok)
    return s;
  return with_stored(
      type, [&]<class Stored>() { return decode_blocks.template operator()<Stored>(chunk); });
}

}  // namespace codag::bit_packing
