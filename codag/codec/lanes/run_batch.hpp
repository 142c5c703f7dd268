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
/// is; then every lane writes elements, 32 at a time.
///
/// Lanes write short runs to shared memory themselves. Of other runs, a bit is set where each
/// begins, so the number of bits up to an element says which run it is in.
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
    constexpr auto bytes = static_cast<std::uint32_t>(sizeof(T));
    const std::uint32_t lane = warp.rank();
    if (lane >= count) length = 0;
    const std::uint32_t end = warp.inclusive_sum(length);
    const std::uint32_t begin = end - length;
    if constexpr (MaxLength * simt::warp_size > Capacity)
      count = popcount(warp.ballot(lane < count && end <= Capacity));
    const std::uint32_t total = warp.shuffle(end, count - 1);
    if (!out.begin_batch(total * bytes)) return 0;
    // A row begins at a multiple of 32 elements of the chunk, so that whole lines are stored.
    const std::uint32_t skipped = out.position() / bytes % simt::warp_size;
    const auto row = out.template elements_at<T>(out.position() + (lane - skipped) * bytes);
    if (warp.all(length <= short_run))
      write_short(warp, row, skipped, total, begin, length, init, delta);
    else
      write_long(warp, row, skipped, total, begin, lane < count, init, delta);
    out.end_batch();
    return count;
  }

 private:
  using wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  /// Element i of the batch is base + i * delta.
  struct alignas(2 * sizeof(wide)) run {
    wide base, delta;
  };
  static constexpr std::uint32_t quads = (31 + Capacity + 127) / 128;
  /// Runs up to this length are staged: 2 KiB together.
  static constexpr std::uint32_t short_run = 64 / sizeof(T);
  static constexpr std::uint32_t most_staged = short_run * simt::warp_size;
  static_assert(most_staged <= Capacity);

  // What follows writes the batch's `total` elements. `row` begins with this lane's element of the
  // first row, whose first `skipped` elements are before the batch. A lane's run begins at element
  // `begin` of the batch.

  /// Each lane stages its run.
  template <class Warp, class Row>
  CODAG_DEVICE void write_short(const Warp& warp, Row row, std::uint32_t skipped,
                                std::uint32_t total, std::uint32_t begin, std::uint32_t length,
                                T init, T delta) {
    T* own = staged_ + skipped + begin;
    CODAG_NO_UNROLL
    for (std::uint32_t k = 0; k < length; k += 4)
      for (unsigned j = 0; j < 4; ++j) {
        if (k + j < length) own[k + j] = init;
        init += delta;
      }
    // All elements are staged before any lane writes them.
    warp.sync();
    const T* mine = staged_ + warp.rank();
    std::uint32_t i = warp.rank() - skipped;  // no element is before the batch: they wrap around
    CODAG_NO_UNROLL
    for (std::uint32_t done = 0; done < skipped + total; done += 4 * simt::warp_size) {
      for (unsigned k = 0; k < 4; ++k) {
        if (i < total)
          row.put(static_cast<std::int32_t>(k * simt::warp_size), mine[k * simt::warp_size]);
        i += simt::warp_size;
      }
      mine += 4 * simt::warp_size;
      row.move(4 * simt::warp_size);
    }
    // Every lane has read before the next batch is staged.
    warp.sync();
  }

  /// A lane that has a run marks where it begins.
  template <class Warp, class Row>
  CODAG_DEVICE void write_long(const Warp& warp, Row row, std::uint32_t skipped,
                               std::uint32_t total, std::uint32_t begin, bool has_run, T init,
                               T delta) {
    const std::uint32_t lane = warp.rank();
    if (has_run) {
      runs_[lane + 1] = {static_cast<wide>(init) - static_cast<wide>(delta) * begin, delta};
      auto* words = reinterpret_cast<std::uint32_t*>(begins_);
      // Several runs may begin in one row.
      warp.atomic_or(words + (begin + skipped) / 32, 1u << (begin + skipped) % 32);
    }
    // All runs are marked before any lane counts marks.
    warp.sync();
    const std::uint32_t above_mine = simt::warp_size - 1 - lane;  // bits of a row
    const std::uint32_t quad_count = (skipped + total + 127) / 128;
    const run* before = runs_;         // the run before the first that begins in the row
    std::uint32_t i = lane - skipped;  // as above
    CODAG_NO_UNROLL
    for (std::uint32_t q = 0; q < quad_count; ++q) {
      const word_quad marks = begins_[q];
      for (unsigned k = 0; k < 4; ++k) {
        const run own = before[popcount(marks.words[k] << above_mine)];
        before += popcount(marks.words[k]);
        if (i < total)
          row.put(static_cast<std::int32_t>(k * simt::warp_size),
                  static_cast<T>(own.base + own.delta * i));
        i += simt::warp_size;
      }
      row.move(4 * simt::warp_size);
    }
    // Every lane has read the marks.
    warp.sync();
    CODAG_NO_UNROLL
    for (std::uint32_t q = lane; q < quad_count; q += simt::warp_size) begins_[q] = {};
    // All is clear before the next batch marks: its sums bring the lanes together, but order no
    // memory.
    warp.sync();
  }

  word_quad begins_[quads];  // bit i of row r: a run begins at element 32r + i; clear in between
  union {
    run runs_[simt::warp_size + 1];  // the first is read for elements before the batch
    T staged_[31 + most_staged];
  };
};

}  // namespace codag
