// warp_per_chunk_prefetch: CODAG with a second warp per chunk, which only prefetches. This is the
// ablation of CODAG section V-F.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/parts.hpp"
#include "codag/schedule/decoder.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/schedule/team.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"
#include "codag/stream/prefetch_ring.hpp"
#include "codag/stream/prefetched_input.hpp"

namespace codag {

/// The same as warp_per_chunk/all_threads/shared, except for who loads the compressed words. The
/// two warps of a block tell each other how far they are, as in RAPIDS: no barrier holds both.
template <device_decoder Decoder>
struct warp_per_chunk_prefetch {
  static constexpr const char* name = "warp_per_chunk_prefetch";
  static constexpr std::array parts{part{"schedule", "warp_per_chunk"},
                                    part{"decoding", "all_threads"}, part{"input_buffer", "shared"},
                                    part{"prefetch_warp", "yes"}};
  static constexpr std::array parameters{
      warps_per_block_parameter(2, 2, 2),
      // RAPIDS' ring has 512 bytes, too.
      ring_bytes_parameter(2 * cache_line_bytes, 64 * cache_line_bytes, 4 * cache_line_bytes)};
  static_assert(well_declared(parameters));
  static constexpr unsigned max_threads = 2 * simt::warp_size;
  static constexpr unsigned min_blocks = 20;  // per multiprocessor: 40 warps, as in warp_per_chunk
  static constexpr unsigned prefetch_warp = 1;

  device_column column;
  launch_parameters chosen = standard_launch(parameters);

  /// The kernel with a value for each declared parameter.
  static constexpr warp_per_chunk_prefetch with(const device_column& column,
                                                std::span<const std::uint64_t> values) {
    return {column, launch_parameters_of(parameters, values)};
  }

  /// The launch: one block of two warps per chunk.
  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {column.chunk_count, max_threads,
            static_cast<unsigned>(sizeof(storage)) + chosen.ring_bytes};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
    auto& own = *reinterpret_cast<storage*>(shared);
    chunk c;
    if (!load_chunk_of<Decoder>(t, column, t.block(), c)) {
      // The whole block leaves: every thread read the same entry.
      if (t.thread_index() == 0) t.store(column.statuses + t.block(), status::bad_chunk_table);
      return;
    }
    const compressed_words input(column.in + c.in_offset, c.in_bytes);
    const prefetch_ring ring{reinterpret_cast<std::uint32_t*>(shared + sizeof(storage)),
                             chosen.ring_bytes / 4, own.progress};
    if (t.thread_index() == 0) own.progress = {0, 0};
    // Both warps begin at the chunk's first line. It is the only barrier.
    t.sync_block();
    if (t.warp() == prefetch_warp) return ring_filler<Thread>(t, ring, input).run();
    prefetched_input<Thread> words(t, ring, input);
    input_stream<prefetched_input<Thread>, Decoder::looks_ahead> in(words);
    output_stream<Thread> out(t, column.out + c.out_offset, c.out_bytes);
    static_assert(input_for<decltype(in), Decoder>);
    static_assert(output_for<decltype(out), Decoder>);
    const status result = Decoder::decode(warp_team<Thread>(t), in, out, own.scratch);
    out.finish();
    words.finish();
    if (t.lane() == 0) t.store(column.statuses + t.block(), result);
  }

 private:
  struct alignas(simt::shared_alignment) storage {
    typename Decoder::scratch scratch;
    prefetch_progress progress;
  };
};

}  // namespace codag
