// A batch of up to 32 runs, one per lane, that the warp writes together.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// Runs of T, with Capacity elements together, in shared memory. One lane per run says what the run
/// is; then every lane writes elements, 32 at a time. A bit is set where a run begins, so the
/// number of bits up to an element says which run it is in.
template <class T, std::uint32_t Capacity>
class run_batch {
 public:
  static_assert(std::is_unsigned_v<T>, "a run wraps around");

  /// Comes first. Collective over the warp.
  template <class Warp>
  CODAG_DEVICE void clear(const Warp& warp) {
    for (std::uint32_t i = warp.rank(); i < quads; i += simt::warp_size) begins_[i] = {};
    // Nothing is marked before all is clear.
    warp.sync();
  }

  /// Writes the runs of the lanes below `count`, one after the other: as many as the batch can
  /// hold. Returns how many that are; 0, and nothing is written, if these do not fit into the
  /// output. A lane's run has `length` elements init, init + delta, ..., at most MaxLength.
  /// Collective over the warp.
  template <std::uint32_t MaxLength, class Warp, class Output>
  CODAG_DEVICE std::uint32_t write(const Warp& warp, Output& out, std::uint32_t count,
                                   std::uint32_t length, T init, T delta) {
    static_assert(MaxLength <= Capacity, "the first run fits");
    const std::uint32_t lane = warp.rank();
    if (lane >= count) length = 0;
    const std::uint32_t end = warp.inclusive_sum(length);
    const std::uint32_t begin = end - length;
    if constexpr (MaxLength * simt::warp_size > Capacity)
      count = popcount(warp.ballot(lane < count && end <= Capacity));
    const std::uint32_t total = warp.shuffle(end, count - 1);
    if (!out.begin_batch(total * static_cast<std::uint32_t>(sizeof(T)))) return 0;
    // A row begins at a multiple of 32 elements of the chunk, so that whole lines are stored.
    const std::uint32_t skipped = out.position() / sizeof(T) % simt::warp_size;
    if (lane < count) {
      runs_[lane + 1] = {static_cast<wide>(init) - static_cast<wide>(delta) * begin, delta};
      auto* words = reinterpret_cast<std::uint32_t*>(begins_);
      // Several runs may begin in one row.
      warp.atomic_or(words + (begin + skipped) / 32, 1u << (begin + skipped) % 32);
    }
    // All runs are marked before any lane counts marks.
    warp.sync();
    const std::uint32_t up_to_mine = ~std::uint32_t{0} >> (31 - lane);
    const std::uint32_t quad_count = (skipped + total + 127) / 128;
    const run* before = runs_;  // the run before the first that begins in the row
    auto i = static_cast<std::int32_t>(lane - skipped);
    const auto elements = out.template elements_at<T>(out.position());
    for (std::uint32_t q = 0; q < quad_count; ++q) {
      const word_quad marks = begins_[q];
      for (const std::uint32_t row : marks.words) {
        const run mine = before[popcount(row & up_to_mine)];
        before += popcount(row);
        // Before the first run, i is negative.
        if (static_cast<std::uint32_t>(i) < total)
          elements.put(i, static_cast<T>(mine.base + mine.delta * static_cast<wide>(i)));
        i += simt::warp_size;
      }
    }
    out.end_batch();
    // Every lane has read the marks.
    warp.sync();
    for (std::uint32_t q = lane; q < quad_count; q += simt::warp_size) begins_[q] = {};
    // The next batch marks after this: its sums are a meeting of all lanes, but no barrier.
    warp.sync();
    return count;
  }

 private:
  using wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  /// Element i of the batch is base + i * delta.
  struct alignas(2 * sizeof(wide)) run {
    wide base, delta;
  };
  static constexpr std::uint32_t quads = (31 + Capacity + 127) / 128;

  word_quad begins_[quads];        // bit i of row r: a run begins at element 32r + i
  run runs_[simt::warp_size + 1];  // the first is read for elements before the batch
};

}  // namespace codag
