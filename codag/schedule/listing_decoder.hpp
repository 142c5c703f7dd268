// Concept: a decoder for lanes that first lists a chunk's tokens and then writes their output.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "codag/listed_chunk.hpp"
#include "codag/schedule/archetype.hpp"
#include "codag/schedule/decoder.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// A decoder that first makes lists of a chunk's tokens, and then writes their output. Each step
/// may give up a chunk; the sequential decoder then decodes it from its start, and gives its
/// status.
///
/// parse() makes the lists. It may ask for parse_again() instead, which makes them in another way,
/// and may write the chunk's output, or its beginning, at once. parse() gets the number of chunks
/// that have asked for it so far: if any has, one more costs little.
///
/// The lists are a sequence of windows. A warp writes a chunk by write(), or a block of
/// block_write_warps warps by write_by_block(), which is faster if the chunk is long and repeats().
/// write_by_block<true>() expects windows of long tokens, too. If some bytes are stored in the
/// chunk, only write_stored(), by a block, writes it, or copy_stored() if all are; and only
/// write_again() writes what parse_again() has listed.
///
/// list_bytes(n) is how much memory the lists of a chunk of n compressed bytes get. It is a
/// multiple of list_alignment, and so is their address. list_bytes(a) + list_bytes(b) is at most
/// list_bytes(a + b) + list_bytes(0).
template <class Decoder>
concept listing_decoder =
    device_decoder<typename Decoder::sequential> &&
    requires(const archetype::thread& t, const compressed_words& words, std::byte* memory,
             const std::byte* lists, std::uint64_t bytes, std::uint32_t* listed,
             std::uint32_t windows, bool (&next)(), typename Decoder::parse_storage& storage,
             typename Decoder::parse_again_storage& again_storage,
             typename Decoder::block_write_storage& of_block,
             typename Decoder::write_again_storage& write_again_memory) {
      { Decoder::list_bytes(bytes) } -> std::same_as<std::uint64_t>;
      {
        Decoder::parse(t, words, memory, bytes, listed, listed, storage)
      } -> std::same_as<listed_chunk>;
      {
        Decoder::parse_again(t, words, memory, bytes, memory, windows, again_storage)
      } -> std::same_as<listed_chunk>;
      { Decoder::repeats(t, lists, windows) } -> std::same_as<bool>;
      { Decoder::write(t, lists, windows, memory, windows, memory) } -> std::same_as<bool>;
      {
        Decoder::template write_by_block<true>(t, lists, true, next, true, memory, windows,
                                               of_block)
      } -> std::same_as<bool>;
      {
        Decoder::write_stored(t, words, lists, windows, memory, windows, of_block)
      } -> std::same_as<bool>;
      { Decoder::copy_stored(t, words, lists, windows, memory, windows) } -> std::same_as<bool>;
      {
        Decoder::write_again(t, words, lists, windows, memory, windows, write_again_memory)
      } -> std::same_as<bool>;
      typename std::integral_constant<std::uint64_t, Decoder::list_alignment>;
      typename std::integral_constant<unsigned, Decoder::write_shared_bytes>;
      typename std::integral_constant<unsigned, Decoder::parse_warps>;
      typename std::integral_constant<unsigned, Decoder::parse_again_warps>;
      typename std::integral_constant<unsigned, Decoder::write_warps>;
      typename std::integral_constant<unsigned, Decoder::block_write_warps>;
      typename std::integral_constant<unsigned, Decoder::write_again_blocks>;
    };

}  // namespace codag
