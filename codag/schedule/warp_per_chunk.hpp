// warp_per_chunk/all_threads/shared: CODAG. A warp decompresses a chunk; every lane runs the
// decoder.
#pragma once

#include "codag/schedule/device_column.hpp"
#include "codag/schedule/team.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"
#include "codag/stream/shared_input_buffer.hpp"

namespace codag {

/// CODAG sections IV-C to IV-F. Warps share a block only to fill a multiprocessor: they never wait
/// for each other. `Decoder` is a codec's device decoder.
template <class Decoder>
struct warp_per_chunk {
  static constexpr const char* name = "warp_per_chunk/all_threads/shared";
  static constexpr unsigned warps_per_block = 4;
  static constexpr unsigned max_threads = warps_per_block * simt::warp_size;
  // A multiprocessor: 40 warps leave a thread 48 registers. All 64 would leave 32, and spill.
  static constexpr unsigned min_blocks = 10;
  static constexpr unsigned ring_bytes = 2 * cache_line_bytes;

  struct shared_storage {
    input_ring<ring_bytes> rings[warps_per_block];
    typename Decoder::scratch scratch[warps_per_block];
  };

  device_column column;

  /// The launch that gives each chunk a warp.
  static constexpr simt::launch_shape shape(std::uint32_t chunk_count) {
    return {(chunk_count + warps_per_block - 1) / warps_per_block, max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const std::uint32_t index = t.block() * warps_per_block + t.warp();
    if (index >= column.chunk_count) return;  // the whole warp: nothing below waits for the block
    chunk c;
    status result = status::bad_chunk_table;
    if (load_chunk<typename Decoder::element>(t, column, index, c)) {
      shared_input_buffer<Thread, ring_bytes> buffer(
          t, shared.rings[t.warp()], compressed_words(column.in + c.in_offset, c.in_bytes));
      input_stream in(buffer);
      output_stream out(t, column.out + c.out_offset, c.out_bytes);
      result = Decoder::decode(warp_team<Thread>(t), in, out, shared.scratch[t.warp()]);
      out.finish();
    }
    if (t.lane() == 0) t.store(column.statuses + index, result);
  }
};

}  // namespace codag
