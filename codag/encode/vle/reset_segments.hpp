// What has to be 0 before segments are encoded or joined.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/finish.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// Writes 0 to every word of the stream, for kernels that OR codewords into it (section III-E).
struct clear_stream_kernel {
  static constexpr const char* name = "vle_clear_stream";
  static constexpr unsigned max_threads = 256, min_blocks = 1;
  struct shared_storage {};

  device_encoding job;
  workspace work;
  unsigned blocks = 1;

  [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    const std::uint64_t step = std::uint64_t{t.grid_blocks()} * max_threads;
    clear(t, std::uint64_t{t.block()} * max_threads + t.thread_index(), step);
  }

  /// One of `step` threads' part.
  template <class Thread>
  CODAG_DEVICE void clear(const Thread& t, std::uint64_t rank, std::uint64_t step) const {
    const stream_room room = room_of(t, job);
    const std::uint64_t code_bits = t.load(&work.code()->code_bits);
    const std::uint64_t words = ((code_bits < room.bits ? code_bits : room.bits) + 31) / 32;
    for (std::uint64_t quad = rank; quad < words / 4; quad += step)
      t.store(reinterpret_cast<word_quad*>(room.words) + quad, word_quad{});
    if (rank < words % 4) t.store(room.words + words / 4 * 4 + rank, 0u);
  }
};

/// Makes the workspace ready for a kernel that encodes segments: no tickets taken, no position
/// known; and the stream, if the kernel ORs codewords into it.
struct reset_segments_kernel {
  static constexpr const char* name = "vle_reset_segments";
  static constexpr unsigned max_threads = 256, min_blocks = 1;
  struct shared_storage {};

  device_encoding job;
  workspace work;
  bool clear_stream;
  unsigned blocks = 1;

  [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    const std::uint64_t step = std::uint64_t{t.grid_blocks()} * max_threads;
    const std::uint64_t rank = std::uint64_t{t.block()} * max_threads + t.thread_index();
    if (rank == 0) t.store(&work.code()->tickets, 0u);
    for (std::uint64_t i = rank; i < 2 * std::uint64_t{work.segments}; i += step)
      t.store(work.positions() + i, std::uint64_t{0});
    if (clear_stream) clear_stream_kernel{job, work}.clear(t, rank, step);
  }
};

}  // namespace codag::vle
