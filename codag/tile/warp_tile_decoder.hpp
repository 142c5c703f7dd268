// What a decoder of tiles for a warp offers, as a concept.
#pragma once

#include <concepts>
#include <cstdint>

namespace codag {

/// A format's decoder for tiles that a warp decodes on its own. A tile is `items * 32` values;
/// items 4k to 4k + 3 of lane r are its values 128k + 4r to 128k + 4r + 3. `element`, `storage`,
/// `layout` and `open` are as those of a tile_decoder, except that a chunk without values has no
/// tile, and that the layout has the number of the chunk's `values`.
///
///     static constexpr unsigned resident_warps;  // per multiprocessor: bounds the registers
///
///     // Up to 32 consecutive tiles. They begin with a tile that no other is decoded before.
///     template <class Thread> class stretch {
///       stretch(t, words, layout, first, count, storage&);  // `count` tiles from `first` on
///
///       // Calls take(k, values) with the values of each of them that is ok, in their order, where
///       // k counts from 0. All lanes call it alike. Between two tiles the warp meets at a
///       // barrier. Returns the status of the first tile that is not ok, which `refused` then
///       // names as a tile of the chunk; ok if all are.
///       status each(take, refused);
///     };
///
/// Between two stretches with the same storage the warp meets at a barrier.
template <class Decoder>
concept warp_tile_decoder = requires {
  typename Decoder::element;
  typename Decoder::storage;
  typename Decoder::layout;
  { Decoder::items } -> std::convertible_to<std::uint32_t>;
  { Decoder::resident_warps } -> std::convertible_to<unsigned>;
  { Decoder::layout::tiles };
  { Decoder::layout::in_order };
  { Decoder::layout::values };
} && Decoder::items % 4 == 0;

}  // namespace codag
