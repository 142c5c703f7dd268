// The stage `compaction`: joins segments that were written into slots of their own.
#pragma once

#include <cstdint>

#include "codag/bits.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/finish.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// Turns the segments' sizes, which segment_kernel has left in the positions, into the position of
/// each segment's end. One block takes the segments in turn, several per thread.
struct place_segments_kernel {
  static constexpr const char* name = "vle_place_segments";
  static constexpr unsigned max_threads = 1024, min_blocks = 1;
  static constexpr unsigned per_thread = 8;
  struct shared_storage {
    simt::block_group_storage<max_threads> group;
  };
  device_encoding job;
  workspace work;

  [[nodiscard]] static constexpr simt::launch_shape shape() { return {1, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const simt::block_group<Thread, max_threads> block(t, shared.group);
    std::uint64_t end = 0, missing = 0;
    for (std::uint64_t first = 0; first < work.segments; first += max_threads * per_thread) {
      const std::uint64_t mine = first + std::uint64_t{block.rank()} * per_thread;
      std::uint64_t sizes[per_thread], sum = 0, total = 0;
      for (unsigned i = 0; i < per_thread; ++i) {
        const std::uint64_t size =
            mine + i < work.segments ? t.load(work.positions() + mine + i) : 0;
        missing |= size & position_word::missing;
        sum += sizes[i] = size & position_word::bits;
      }
      std::uint64_t at = end + block.exclusive_sum(sum, total);
      for (unsigned i = 0; i < per_thread && mine + i < work.segments; ++i)
        t.store(work.positions() + mine + i, at += sizes[i]);
      end += total;
    }
    missing = block.reduce(missing, simt::maximum{});
    finish_chunk(t, job, work, room_of(t, job), end | missing, block.rank(), max_threads);
  }
};

/// Copies each segment to its place. A block writes the words whose first bit is the segment's, and
/// completes the last one from the segments after it. So no word has two writers.
struct compact_segments_kernel {
  static constexpr const char* name = "vle_compact_segments";
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 8;  ///< 32 registers per thread
  struct shared_storage {};
  device_encoding job;
  workspace work;
  unsigned blocks = 1;  ///< one per segment; with fewer, each copies several

  [[nodiscard]] constexpr simt::launch_shape shape() const { return {blocks, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    const stream_room room = room_of(t, job);
    if (!room.holds(end_of(t, work.segments - 1))) return;
    for (std::uint32_t segment = t.block(); segment < work.segments; segment += t.grid_blocks())
      copy_segment(t, room, segment);
  }

 private:
  template <class Thread>
  CODAG_DEVICE void copy_segment(const Thread& t, const stream_room& room,
                                 std::uint32_t segment) const {
    const std::uint64_t begin = segment == 0 ? 0 : end_of(t, segment - 1);
    const std::uint64_t end = end_of(t, segment);
    for (std::uint64_t word = (begin + 31) / 32 + t.thread_index(); word * 32 < end;
         word += t.block_threads())
      t.store(room.words + word, bits_from(t, segment, begin, end, word * 32));
  }

  template <class Thread>
  CODAG_DEVICE std::uint64_t end_of(const Thread& t, std::uint32_t segment) const {
    return t.load(work.positions() + segment);
  }

  /// The 32 bits of the stream from bit `at` on, which is in the segment.
  template <class Thread>
  CODAG_DEVICE std::uint32_t bits_from(const Thread& t, std::uint32_t segment, std::uint64_t begin,
                                       std::uint64_t end, std::uint64_t at) const {
    std::uint32_t bits = from_slot(t, segment, at - begin, end - begin);
    // Only the last segment may be shorter than a word, but this does not rely on it.
    for (std::uint64_t until = end; until < at + 32 && segment + 1 < work.segments;) {
      ++segment;
      const std::uint64_t next = end_of(t, segment);
      if (next > until) bits |= from_slot(t, segment, 0, next - until) << (until - at);
      until = next;
    }
    return bits;
  }

  /// The 32 bits of a segment of `size` bits from bit `at` on; 0 past its end.
  template <class Thread>
  CODAG_DEVICE std::uint32_t from_slot(const Thread& t, std::uint32_t segment, std::uint64_t at,
                                       std::uint64_t size) const {
    const std::uint32_t* const words = work.slot(segment) + at / 32;
    const std::uint32_t low = t.load(words);
    const std::uint32_t high = at / 32 * 32 + 32 < size ? t.load(words + 1) : 0;
    // The last word of a slot is filled with 0.
    return funnel_shift_right(low, high, static_cast<unsigned>(at % 32));
  }
};

}  // namespace codag::vle
