// The schedules of tile kernels as a row has them: the kernel for a decoder, an element and a sink,
// and how that is made for a launch.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "codag/parameters.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/tile/block_per_tile.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/warp_per_tile.hpp"

namespace codag::harness {

/// What a launch of block_per_tile chooses. The depth is the D of section 4.2 of "Tile-based
/// Lightweight Integer Compression in GPU", which chooses 4.
inline constexpr std::array block_per_tile_parameters{
    parameter{.key = "tile_depth",
              .label = "depth",
              .least = 1,
              .most = 32,
              .standard = 4,
              .power_of_two = true,
              .help = "blocks of 128 values per tile"},
    parameter{.key = "tiles_per_block",
              .label = "tiles",
              .least = 1,
              .most = 64,
              .standard = standard_tiles_per_block,
              .help = "tiles that a block of threads decodes"}};
static_assert(well_declared(block_per_tile_parameters));

/// By blocks: the launch chooses the depth and the tiles per block, or these alone.
template <bool any_depth>
struct by_blocks {
  template <class Decoder, class Element, class Sink>
  using kernel = block_per_tile<Decoder, Element, Sink>;
  static constexpr const char* name = "block_per_tile";
  static constexpr std::span<const parameter> parameters =
      std::span<const parameter>(block_per_tile_parameters).subspan(any_depth ? 0 : 1);
  template <class Kernel, class Sink>
  static Kernel make(const device_column& column, std::span<const std::uint64_t> values,
                     refusal* refusals, const Sink& sink) {
    // A sink's parameters follow.
    const auto in_turn = static_cast<std::uint32_t>(values[parameters.size() - 1]);
    return {{column, Kernel::groups_for(column, in_turn), refusals}, sink};
  }
};
using blocks_of_any_depth = by_blocks<true>;
using blocks_of_one_depth = by_blocks<false>;

struct by_warps {
  template <class Decoder, class Element, class Sink>
  using kernel = warp_per_tile<Decoder, Element, Sink>;
  static constexpr const char* name = "warp_per_tile";
  static constexpr std::span<const parameter> parameters = warp_per_tile_parameters;
  template <class Kernel, class Sink>
  static Kernel make(const device_column& column, std::span<const std::uint64_t> values,
                     refusal* refusals, const Sink& sink) {
    const auto in_block = static_cast<std::uint32_t>(values[0]);
    const auto in_turn = static_cast<std::uint32_t>(values[1]);
    return {{column, Kernel::groups_for(column, in_turn), refusals}, sink, in_block, in_turn};
  }
};

}  // namespace codag::harness
