// all_threads: every lane of the warp runs the decoder (CODAG section IV-D).
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/schedule/team.hpp"
#include "codag/status.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"

namespace codag {

/// All lanes read the same words and come to the same values: nothing is handed from lane to lane.
struct all_threads {
  static constexpr const char* name = "all_threads";

  /// Shared memory of its own: none.
  template <class Decoder>
  struct storage {};

  /// Collective over the warp; every lane has the status.
  template <class Decoder, class Thread, class Buffer>
  static CODAG_DEVICE status decode(const Thread& t, Buffer& buffer, std::byte* out,
                                    std::uint32_t out_bytes, typename Decoder::scratch& scratch,
                                    storage<Decoder>& /*storage*/) {
    input_stream<Buffer, Decoder::looks_ahead> in(buffer);
    output_stream<Thread> written(t, out, out_bytes);
    const status result = Decoder::decode(warp_team<Thread>(t), in, written, scratch);
    written.finish();
    return result;
  }
};

}  // namespace codag
