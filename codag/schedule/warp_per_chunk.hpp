// warp_per_chunk: CODAG. Each warp decompresses one chunk.
#pragma once

#include <cstddef>

#include "codag/schedule/decoding.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/schedule/schedule_parts.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// CODAG sections IV-C to IV-F. Warps share a block only to fill a multiprocessor; they never wait
/// for each other.
///
/// `Decoder` is a codec's device decoder. `Decoding` says who runs it: all_threads, single_thread
/// or lanes. `InputBuffer` says where a warp keeps the compressed words that it has loaded:
/// shared_input or register_input; for lanes, window_for<Decoder>.
template <device_decoder Decoder, class Decoding, input_buffer InputBuffer>
requires decoding_of<Decoding, Decoder, InputBuffer>
struct warp_per_chunk {
 private:
  static constexpr schedule_parts own_parts{"warp_per_chunk", Decoding::name, InputBuffer::name,
                                            false};
  static constexpr schedule_name own_name{own_parts};

 public:
  static constexpr schedule_parts parts = own_parts;
  static constexpr const char* name = own_name.text;
  static constexpr launch_parameters defaults{4, InputBuffer::default_ring_bytes};
  static constexpr launch_limits limits{{1, InputBuffer::default_ring_bytes},
                                        {8, InputBuffer::max_ring_bytes}};
  static constexpr unsigned max_threads = limits.most.warps_per_block * simt::warp_size;
  // Per multiprocessor. With 40 warps, a thread has 48 registers. With all 64 it would have 32, and
  // spill.
  static constexpr unsigned min_blocks = 40 / limits.most.warps_per_block;

  device_column column;
  launch_parameters parameters = defaults;

  /// The launch: one warp per chunk.
  [[nodiscard]] constexpr simt::launch_shape shape() const {
    const unsigned warps = parameters.warps_per_block;
    return {(column.chunk_count + warps - 1) / warps, warps * simt::warp_size,
            warps * shared_bytes_per_warp()};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
    const std::uint32_t index = t.block() * parameters.warps_per_block + t.warp();
    if (index >= column.chunk_count)
      return;  // the whole warp leaves; nothing below waits for the block
    std::byte* mine = shared + t.warp() * shared_bytes_per_warp();
    auto& storage = *reinterpret_cast<warp_storage*>(mine);
    auto* ring = reinterpret_cast<std::uint32_t*>(mine + sizeof(warp_storage));
    chunk c;
    status result = status::bad_chunk_table;
    if (load_chunk<typename Decoder::element>(t, column, index, c)) {
      typename InputBuffer::template buffer<Thread> input(
          t, ring, parameters.ring_bytes, compressed_words(column.in + c.in_offset, c.in_bytes));
      result = Decoding::template decode<Decoder>(t, input, column.out + c.out_offset, c.out_bytes,
                                                  storage.scratch, storage.decoding);
    }
    if (t.lane() == 0) t.store(column.statuses + index, result);
  }

 private:
  /// A warp's shared memory, before its ring.
  struct alignas(simt::shared_alignment) warp_storage {
    typename Decoder::scratch scratch;
    typename Decoding::template storage<Decoder> decoding;
  };
  [[nodiscard]] CODAG_HOST_DEVICE constexpr unsigned shared_bytes_per_warp() const {
    return static_cast<unsigned>(sizeof(warp_storage)) + parameters.ring_bytes;
  }
};

}  // namespace codag
