// What a tile decoder offers, as a concept.
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/status.hpp"

namespace codag {

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
/// If a tile begins with a load that all its other loads depend on, the decoder lets kernels start
/// it early:
///
///     struct ahead { ... };                            // in registers
///     static ahead ask(t, words, layout, tile);        // all lanes of a warp call it alike
///
/// Its decode_tile then takes the result of ask(), after the tile's number.
///
/// If a tile's words then go to shared memory, the decoder has stages, so that a kernel can have
/// several tiles under way. One warp, the same for all three, calls ask(), load() and check(). Then
/// all threads of the group call unpack() and finish(). The group meets at a barrier between
/// load() and check(), check() and unpack(), and unpack() and finish(). There is none between
/// finish() and the unpack() of the next tile: what both touch is there twice, for each `turn`, or
/// belongs to one thread, or finish() is done with it before its own last barrier.
///
///     struct stages {
///       struct staged { ... };                // in shared memory: a tile's words, and what was
///                                             // found in them
///       struct storage { ... };               // in shared memory: from unpack() to finish()
///       struct unpacked { status is; ... };   // in registers: the same
///       static constexpr unsigned consecutive;  // finish() leaves values in the order of
///                                               // tile_place<tile_threads, consecutive>
///
///       // Begins to copy the words. The warp waits for its copies before the barrier that check()
///       // follows.
///       static void load(t, words, layout, tile, ahead, staged&);
///       static void check(t, words, layout, tile, ahead, staged&);
///       // `turn` is 0 and 1 for a group's tiles in turn.
///       static unpacked unpack(t, group, layout, tile, turn, staged, storage&, values);
///       static status finish(t, group, layout, tile, turn, unpacked, storage&, values, begin,
///                            valid);
///     };
///
/// Sinks that filter rows also need:
///
///     // The chunk's values that a tile has, without a look at them: `valid` from `begin` on.
///     static void place(layout, tile, begin, valid);
///
///     // Only if the format's values can be read one by one: decode_tile() that reads only the
///     // items of a thread that are kept. Bit i of `kept` says whether item i is.
///     static constexpr bool reads_single_values = true;
///     static status decode_kept(t, group, words, layout, tile, kept, values, begin, valid,
///                               storage&);
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

template <class Decoder>
concept asking_tile_decoder = tile_decoder<Decoder> && requires { typename Decoder::ahead; };

template <class Decoder>
concept staged_tile_decoder = asking_tile_decoder<Decoder> && requires {
  typename Decoder::stages::staged;
  typename Decoder::stages::storage;
  typename Decoder::stages::unpacked;
  { Decoder::stages::consecutive } -> std::convertible_to<unsigned>;
};

/// Takes its place if nothing is loaded early.
struct nothing_asked {};

/// Decodes a tile for which ask() was not called.
template <tile_decoder Decoder, class Thread, class Group, class Words>
CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                const typename Decoder::layout& layout, std::uint32_t tile,
                                typename Decoder::element (&values)[Decoder::items],
                                std::uint32_t& begin, std::uint32_t& valid,
                                typename Decoder::storage& shared) {
  if constexpr (asking_tile_decoder<Decoder>)
    return Decoder::decode_tile(t, group, words, layout, tile, Decoder::ask(t, words, layout, tile),
                                values, begin, valid, shared);
  else
    return Decoder::decode_tile(t, group, words, layout, tile, values, begin, valid, shared);
}

}  // namespace codag
