// A frame as the host encoders write it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/codec/bit_packing/bit_packer.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"

namespace codag::bit_packing {

/// How a frame's values are compared, which decides what its reference is.
enum class order : std::uint8_t { as_unsigned, as_signed };

/// The shape of a frame: how many values a miniblock has, and how many widths the encoder chooses.
struct frame_shape {
  std::uint32_t miniblock_values;
  unsigned widths = miniblocks;  ///< 1, 2 or 4; with fewer, neighbours share the greater one
};

/// What stands before a frame's packed values.
template <stored_value Stored>
struct frame_header {
  Stored reference = 0;  ///< the least value
  std::array<std::uint8_t, miniblocks> widths{};

  [[nodiscard]] std::uint32_t widths_word() const { return std::bit_cast<std::uint32_t>(widths); }
  /// The words of the packed values of a frame that has `count` values.
  [[nodiscard]] std::uint32_t packed_words(std::size_t count, const frame_shape& shape) const {
    std::uint32_t words = 0;
    for (const unsigned width : widths) {
      const auto here = std::min<std::size_t>(count, shape.miniblock_values);
      words += bit_packing::packed_words(static_cast<std::uint32_t>(here), width);
      count -= here;
    }
    return words;
  }
};

/// The header for `values`, of which there is at least one and no more than four miniblocks hold.
template <stored_value Stored>
frame_header<Stored> frame_of(std::span<const Stored> values, order by, const frame_shape& shape) {
  // With the sign bit flipped, signed numbers are in the order of unsigned ones.
  const Stored flip = by == order::as_signed ? Stored{1} << (max_width<Stored> - 1) : Stored{0};
  const auto key = [flip](Stored value) { return static_cast<Stored>(value ^ flip); };
  const Stored least = key(std::ranges::min(values, {}, key));
  frame_header<Stored> header{.reference = key(least)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint8_t& width = header.widths[i / shape.miniblock_values];
    width = std::max(width, static_cast<std::uint8_t>(
                                std::bit_width(static_cast<Stored>(key(values[i]) - least))));
  }
  const unsigned shared = miniblocks / shape.widths;
  for (auto first = header.widths.begin(); first != header.widths.end(); first += shared)
    std::fill(first, first + shared, *std::max_element(first, first + shared));
  return header;
}

/// Writes the packed values from word `at` on.
template <stored_value Stored>
void put_packed(std::span<const Stored> values, const frame_header<Stored>& header,
                const frame_shape& shape, std::span<std::byte> words, std::size_t at) {
  for (unsigned m = 0; m < miniblocks && !values.empty(); ++m) {
    const auto here = values.first(std::min<std::size_t>(values.size(), shape.miniblock_values));
    values = values.subspan(here.size());
    const unsigned width = header.widths[m];
    bit_packer packer([&](std::uint32_t word) { store_word(words, at++, word); });
    for (const Stored value : here)
      packer.put(static_cast<Stored>(value - header.reference), width);
    packer.finish();
  }
}

/// Writes a frame's reference and widths from word `at` on.
template <stored_value Stored>
void put_header(const frame_header<Stored>& header, std::span<std::byte> words, std::size_t at) {
  store_value(words, at, header.reference);
  store_word(words, at + reference_words<Stored>, header.widths_word());
}

/// Writes a frame, its header and then its packed values, from word `at` on.
template <stored_value Stored>
void put_frame(std::span<const Stored> values, const frame_header<Stored>& header,
               const frame_shape& shape, std::span<std::byte> words, std::size_t at) {
  put_header(header, words, at);
  put_packed(values, header, shape, words, at + frame_header_words<Stored>);
}

}  // namespace codag::bit_packing
