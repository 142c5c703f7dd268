// What a tile decoder offers, as a concept.
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/status.hpp"

namespace codag {

/// The threads that decode a tile together: the block of the paper (section 4.2 of "Tile-based
/// Lightweight Integer Compression in GPU").
inline constexpr unsigned tile_threads = 128;

/// A format's decoder for tiles. A tile is `items * tile_threads` values, of which thread r of the
/// group has number i * tile_threads + r as its item i.
///
///     using element = ...;                  // std::uint32_t or std::uint64_t
///     static constexpr std::uint32_t items;  // values of a tile per thread
///     struct storage { ... };               // in shared memory
///     struct layout {
///       std::uint32_t tiles;                // of the chunk, at least 1
///       std::uint32_t in_order;             // tiles that one group decodes one after the other
///       ...
///     };
///
///     // Says what a chunk of `values` values holds. All threads of a group call it alike. With
///     // `whole_header`, it checks what only one group of the chunk has to. If it does not return
///     // ok, that is the chunk's status, and no tile may be decoded.
///     static status open(words, values, whole_header, layout&);
///
///     // Decodes a tile. All threads of the group call it, and get the same status. If that is ok,
///     // the first `valid` values of the tile are the chunk's, from its value `begin` on. Between
///     // two calls with the same storage the group meets at a barrier.
///     static status decode_tile(t, group, words, layout, tile, values, begin, valid, storage&);
///
/// Whatever the words are, nothing is read outside them. The status of the first tile that is not
/// ok is what the reference decoder returns for the chunk.
template <class Decoder>
concept tile_decoder = requires {
  typename Decoder::element;
  typename Decoder::storage;
  typename Decoder::layout;
  { Decoder::items } -> std::convertible_to<std::uint32_t>;
  { Decoder::layout::tiles };
  { Decoder::layout::in_order };
};

}  // namespace codag
