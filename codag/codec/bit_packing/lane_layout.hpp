// Blocks of one width: what gpu_bp, gpu_simdbp128 and fastlanes have in common. They differ in
// where a block's values lie.
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/status.hpp"

namespace codag::bit_packing {

/// A layout of a block's packed values. Every lane is a stream of bits of its own with `rows`
/// values, one after the other; `rows` is a multiple of 32, so that any width fills whole words.
///
///     static constexpr std::uint32_t lanes, rows;
///     static value(lane, row);  // which of the block's values it is
///     static word(lane, i);     // which of the block's packed words is word i of the lane
template <class Layout>
concept lane_layout = Layout::rows % 32 == 0 && requires(std::uint32_t i) {
  { Layout::lanes } -> std::convertible_to<std::uint32_t>;
  { Layout::value(i, i) } -> std::same_as<std::uint32_t>;
  { Layout::word(i, i) } -> std::same_as<std::uint32_t>;
};

template <lane_layout Layout>
inline constexpr std::uint32_t values_of = Layout::lanes * Layout::rows;

/// The width of a block of `block_values` values, a multiple of 32, that takes `words` words. The
/// first `before` words are not packed values. Returns status::malformed_symbol if no width of up
/// to `most` takes that many.
CODAG_HOST_DEVICE constexpr status width_of_block(std::uint32_t words, std::uint32_t block_values,
                                                  std::uint32_t before, std::uint32_t most,
                                                  std::uint32_t& width) {
  if (words < before) return status::malformed_symbol;
  const std::uint32_t packed = words - before, per_bit = block_values / 32;
  width = packed / per_bit;
  return packed % per_bit == 0 && width <= most ? status::ok : status::malformed_symbol;
}

}  // namespace codag::bit_packing
