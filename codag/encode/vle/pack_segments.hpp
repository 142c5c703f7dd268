// The stage `compaction` as PAVLE has it: one thread moves a whole segment.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/finish.hpp"
#include "codag/encode/vle/shifted_words.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// Moves each segment to its place, which place_segments_kernel has found: neighbouring threads
/// take neighbouring segments, so they read and write words that lie far apart. A thread ORs the
/// first and the last word into the stream, which has been set to 0, and stores those between
/// them. The published kernel has blocks of 16 threads; blocks here consist of whole warps.
struct pack_segments_kernel {
  static constexpr const char* name = "vle_pack_segments";
  static constexpr unsigned max_threads = simt::warp_size, min_blocks = 1;
  struct shared_storage {};
  device_encoding job;
  workspace work;
  unsigned blocks = 1;

  [[nodiscard]] static constexpr unsigned blocks_for(std::uint32_t segments) {
    return (segments - 1) / max_threads + 1;
  }
  [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    const stream_room room = room_of(t, job);
    if (!room.holds(t.load(work.positions() + work.segments - 1))) return;
    const std::uint32_t step = t.grid_blocks() * max_threads;
    for (std::uint64_t segment = t.block() * max_threads + t.thread_index();
         segment < work.segments; segment += step)
      move_segment(t, room, static_cast<std::uint32_t>(segment));
  }

 private:
  template <class Thread>
  CODAG_DEVICE void move_segment(const Thread& t, const stream_room& room,
                                 std::uint32_t segment) const {
    const std::uint64_t begin = segment == 0 ? 0 : t.load(work.positions() + segment - 1);
    const auto bits = static_cast<std::uint32_t>(t.load(work.positions() + segment) - begin);
    const std::uint32_t* const slot = work.slot(segment);
    const auto word_of = [&](std::uint32_t i) { return i * 32 < bits ? t.load(slot + i) : 0; };
    put_shifted(begin, bits, word_of, [&](std::uint64_t word, std::uint32_t value, bool whole) {
      if (whole)
        t.store(room.words + word, value);
      else
        t.atomic_or(room.words + word, value);
    });
  }
};

}  // namespace codag::vle
