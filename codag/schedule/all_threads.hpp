// all_threads: every lane of the warp runs the decoder (CODAG section IV-D).
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/schedule/decoder.hpp"
#include "codag/schedule/team.hpp"
#include "codag/status.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"
#include "codag/stream/source.hpp"

namespace codag {

/// All lanes read the same words and compute the same values. Nothing is passed from lane to lane.
struct all_threads {
  static constexpr const char* name = "all_threads";
  /// Per multiprocessor. With 40 warps, a thread has 48 registers. With 64 warps, the most that a
  /// multiprocessor holds, it would have 32, and spill.
  static constexpr unsigned resident_warps = 40;

  /// It needs no shared memory of its own.
  template <device_decoder Decoder>
  struct storage {};

  /// Collective over the warp; every lane has the status.
  template <device_decoder Decoder, class Thread, source Buffer>
  static CODAG_DEVICE status decode(const Thread& t, Buffer& buffer, std::byte* out,
                                    std::uint32_t out_bytes, typename Decoder::scratch& scratch,
                                    storage<Decoder>& /*storage*/) {
    input_stream<Buffer, Decoder::looks_ahead> in(buffer);
    output_stream<Thread> written(t, out, out_bytes);
    static_assert(input_for<decltype(in), Decoder>);
    static_assert(output_for<decltype(written), Decoder>);
    const status result = Decoder::decode(warp_team<Thread>(t), in, written, scratch);
    written.finish();
    return result;
  }
};

}  // namespace codag
