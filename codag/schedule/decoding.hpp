// Concepts: the parts of warp_per_chunk, and which of them fit together.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "codag/schedule/decoder.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// Where the compressed words that a warp has loaded lie, and what reads them. A warp has
/// fixed_bytes of shared memory for them, and a ring whose size the launch chooses between
/// least_ring_bytes and max_ring_bytes; there is no ring if that is 0.
template <class InputBuffer>
concept input_buffer =
    requires {
      typename std::integral_constant<std::uint32_t, InputBuffer::fixed_bytes>;
      typename std::integral_constant<std::uint32_t, InputBuffer::least_ring_bytes>;
      typename std::integral_constant<std::uint32_t, InputBuffer::default_ring_bytes>;
      typename std::integral_constant<std::uint32_t, InputBuffer::max_ring_bytes>;
    } && requires(const archetype::thread& t, std::uint32_t* ring, std::uint32_t ring_bytes,
                  const compressed_words& words) {
      { typename InputBuffer::template buffer<archetype::thread>(t, ring, ring_bytes, words) };
    };

/// Whether Decoding runs that decoder on that input buffer. Not every combination exists: `lanes`
/// is only for codecs with a lanes_decoder and for buffers that are a window.
///
/// storage is shared memory of the Decoding's own. decode() is collective over the warp; lane 0, at
/// least, has the status.
template <class Decoding, class Decoder, class InputBuffer>
concept decoding_of =
    device_decoder<Decoder> && input_buffer<InputBuffer> &&
    requires(const archetype::thread& t,
             typename InputBuffer::template buffer<archetype::thread>& input, std::byte* out,
             std::uint32_t out_bytes, typename Decoder::scratch& scratch,
             typename Decoding::template storage<Decoder>& storage) {
      {
        Decoding::template decode<Decoder>(t, input, out, out_bytes, scratch, storage)
      } -> std::same_as<status>;
    };

}  // namespace codag
