// lanes: each lane of the warp parses different symbols of the chunk.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/schedule/decoder.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/lanes_output_stream.hpp"
#include "codag/stream/shared_window.hpp"

namespace codag {

/// Runs a codec's decode_by_lanes(), if it has one.
struct lanes {
  static constexpr const char* name = "lanes";
  /// Per multiprocessor. With 32 warps, a thread has 64 registers. With 40 warps it would have 48,
  /// and the loops of the RLE decoders spill (docs/performance.md).
  static constexpr unsigned resident_warps = 32;

  /// It needs no shared memory of its own.
  template <lanes_decoder Decoder>
  struct storage {};

  /// Collective over the warp; every lane has the status.
  template <lanes_decoder Decoder, class Thread, window Window>
  static CODAG_DEVICE status decode(const Thread& t, Window& in, std::byte* out,
                                    std::uint32_t out_bytes, typename Decoder::scratch& scratch,
                                    storage<Decoder>& /*storage*/) {
    return decode_section<Decoder>(t, in, out, 0, out_bytes, scratch);
  }

  /// The same for the bytes `begin` to `end` of a chunk's output. `in` has all symbols of these
  /// bytes.
  template <lanes_decoder Decoder, class Thread, window Window>
  static CODAG_DEVICE status decode_section(const Thread& t, Window& in, std::byte* out,
                                            std::uint32_t begin, std::uint32_t end,
                                            typename Decoder::scratch& scratch) {
    lanes_output_stream<Thread> written(t, out, end);
    written.go_to(begin);
    static_assert(input_for<Window, Decoder>);
    static_assert(output_for<decltype(written), Decoder>);
    static_assert(lanes_output<decltype(written), typename Decoder::element>);
    const status result =
        Decoder::decode_by_lanes(simt::warp_group<Thread>(t), in, written, scratch);
    written.finish();
    return result;
  }
};

/// The input buffer for `lanes`: a shared_window that holds all that the decoder looks at.
template <lanes_decoder Decoder>
using window_for = shared_window_input<Decoder::window_bytes>;

}  // namespace codag
