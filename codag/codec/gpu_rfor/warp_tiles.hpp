// gpu_rfor's tiles for a warp: a block of 512 values each.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/codec/gpu_rfor/run_bitmap.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/warp_frame.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::gpu_rfor {

/// A warp_tile_decoder (codag/tile/warp_tile_decoder.hpp).
template <bit_packing::stored_value Stored>
struct warp_tiles {
  static constexpr const char* name = "bitmap";
  using element = Stored;
  static constexpr std::uint32_t items = block_values / simt::warp_size;
  static constexpr unsigned resident_warps = sizeof(Stored) == 4 ? 32 : 20;

  using layout = typename shared_tiles<Stored>::layout;

 private:
  using value_frame = warp_frame<Stored, bit_packing::max_width<Stored>, 4>;
  using length_frame = warp_frame<std::uint32_t, max_length_width, 1>;
  static constexpr unsigned rows = block_values / miniblock_runs;

  /// What a lane writes at once.
  struct alignas(16) four_runs {
    Stored values[4];
  };

 public:
  struct storage {
    typename value_frame::storage values;
    typename length_frame::storage lengths;
    run_bitmap begins;
    four_runs run_values[block_values / 4];
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    const status s = shared_tiles<Stored>::open(words, values, whole_header, l);
    l.tiles = l.blocks;
    return s;
  }

  template <class Thread>
  class stretch {
   public:
    CODAG_DEVICE stretch(const Thread& t, const chunk_words<Thread>& words, const layout& l,
                         std::uint32_t first, std::uint32_t count, storage& shared)
        : warp_(t),
          thread_(t),
          words_(words),
          quads_(t, words),
          layout_(l),
          first_(first),
          count_(count),
          shared_(*t.keep_shared(&shared)) {
      if (t.lane() < count) place(first + t.lane());
      const bool has_last = first + count == l.blocks;
      trails_ = has_last && start(true, l.blocks) < l.data_words ? count - 1 : count;
    }

    template <class Take>
    CODAG_DEVICE status each(const Take& take, std::uint32_t& refused) {
      std::uint32_t bad = count_;
      bool bad_is_whole = false;
      for (std::uint32_t k = 0; k < count_; ++k) {
        const bool whole = decode(k, [&](const Stored(&values)[items]) {
          if (k != trails_) take(k, values);
        });
        if (whole && k != trails_) continue;
        if (bad == count_) {
          bad = k;
          bad_is_whole = whole;
        }
      }
      if (bad == count_) return status::ok;
      refused = first_ + bad;
      return bad_is_whole ? status::trailing_input : why_not_whole(refused);
    }

   private:
    /// The start of a frame of values, or of a frame of lengths; `block` may be the number of
    /// blocks.
    CODAG_DEVICE std::uint32_t start(bool of_lengths, std::uint32_t block) const {
      return words_(layout_.starts_at + (of_lengths ? layout_.blocks + 1 : 0) + block);
    }
    CODAG_DEVICE status check_frame(bool of_lengths, std::uint32_t block) const {
      return bit_packing::check_extent(start(of_lengths, block), start(of_lengths, block + 1),
                                       layout_);
    }
    /// Finds where the frames of the lane's block lie. Of one that is not well-formed, as far as
    /// that shows here, the size is 0.
    CODAG_DEVICE void place(std::uint32_t block) {
      if (check_frame(false, block) != status::ok || check_frame(true, block) != status::ok) return;
      value_place_ = place_of(false, block, value_frame::most_words);
      length_place_ = place_of(true, block, length_frame::most_words);
    }
    CODAG_DEVICE frame_place place_of(bool of_lengths, std::uint32_t block,
                                      std::uint32_t most) const {
      const std::uint32_t begin = start(of_lengths, block),
                          size = start(of_lengths, block + 1) - begin;
      if (size > most) return {};
      return {quads_.place(layout_.data_at + begin, size), size};
    }
    /// Decodes block k of the stretch and hands its values to `take`. Returns false if its frames
    /// or lengths cannot be.
    template <class Take>
    CODAG_DEVICE bool decode(std::uint32_t k, const Take& take) {
      value_frame run_values(value_place_.of_lane(thread_, k), shared_.values);
      length_frame run_lengths(length_place_.of_lane(thread_, k), shared_.lengths);
      run_lengths.load(thread_, quads_);
      run_values.load(thread_, quads_);
      shared_.begins.clear(thread_);
      run_lengths.stage(thread_, words_, quads_);
      run_values.stage(thread_, words_, quads_);
      // The frames and the zeros are in place before any lane uses what others have stored.
      warp_.sync();
      const std::uint32_t count = run_values.runs();
      bool whole = count > 0 && count == run_lengths.runs();
      Stored values[items];
      // A block in which no value repeats has its values as they are.
      if (whole && count == block_values && run_lengths.widths() == 0 &&
          run_lengths.reference() == 1) {
        unpack_rows(run_values, values);
        take(values);
        // The frames are free for the next block: every lane has unpacked its part of them.
        warp_.sync();
        return true;
      }
      whole = whole && store_runs(run_values, run_lengths, count);
      // The runs are in place before any lane takes their values. The frames are free, too.
      warp_.sync();
      // A length of 0 would have two runs begin at once, or one after the block.
      const runs_of_values<Thread> runs(thread_, shared_.begins);
      if (!whole || runs.count() != count) return false;
      expand(runs, values);
      take(values);
      return true;
    }

    CODAG_DEVICE void unpack_rows(const value_frame& frame, Stored (&values)[items]) const {
      const Stored reference = frame.reference();
      std::uint32_t before = 0;
      CODAG_UNROLL
      for (unsigned m = 0; m < rows; ++m) {
        Stored packed[4];
        frame.unpack(warp_.rank(), m, before, packed);
        before += bit_packing::width_of(frame.widths(), m);
        CODAG_UNROLL
        for (unsigned i = 0; i < 4; ++i) values[4 * m + i] = packed[i] + reference;
      }
    }

    /// Stores the values of the runs, and marks where they begin. Returns false if their lengths do
    /// not add up to a block.
    CODAG_DEVICE bool store_runs(const value_frame& frame, const length_frame& lengths,
                                 std::uint32_t count) {
      const unsigned lane = warp_.rank();
      const Stored reference = frame.reference();
      const std::uint32_t least = lengths.reference();
      // Lengths are `least` and up to nine bits more, modulo 2^32. From a small `least` on, sums do
      // not overflow, and what is too long is found by them.
      const bool may_overflow = least > block_values;
      std::uint32_t values_before = 0, lengths_before = 0, begin = 0;
      CODAG_NO_UNROLL
      for (unsigned m = 0; m * miniblock_runs < count; ++m) {
        const unsigned first = m * miniblock_runs + 4 * lane;
        const std::uint32_t valid = first < count ? count - first : 0;
        four_runs of_runs;
        frame.unpack(lane, m, values_before, of_runs.values);
        values_before += bit_packing::width_of(frame.widths(), m);
        std::uint32_t of_run[4], of_lane = 0;
        lengths.unpack(lane, m, lengths_before, of_run);
        lengths_before += bit_packing::width_of(lengths.widths(), m);
        CODAG_UNROLL
        for (unsigned i = 0; i < 4; ++i) {
          of_runs.values[i] += reference;
          of_run[i] = i < valid ? of_run[i] + least : 0;
          of_lane += of_run[i];
        }
        if (may_overflow && !lengths_can_be(of_run, valid)) return false;
        shared_.run_values[first / 4] = of_runs;
        std::uint32_t of_row;
        const std::uint32_t before = warp_.exclusive_sum(of_lane, of_row);
        shared_.begins.mark(thread_, begin + before, of_run, valid);
        begin += of_row;
      }
      return begin == block_values;
    }

    /// Whether the first `valid` of every lane's lengths are 1 to 512. Collective.
    CODAG_DEVICE bool lengths_can_be(const std::uint32_t (&lengths)[4], std::uint32_t valid) const {
      bool can_be = true;
      for (unsigned i = 0; i < 4; ++i)
        if (i < valid && lengths[i] - 1 >= block_values) can_be = false;
      return warp_.all(can_be);
    }

    /// Takes each value from its run.
    CODAG_DEVICE void expand(const runs_of_values<Thread>& runs, Stored (&values)[items]) const {
      const Stored* const of_run = shared_.run_values[0].values;
      CODAG_UNROLL
      for (unsigned row = 0; row < rows; ++row) {
        std::uint32_t of_four[4];
        runs.of_four(row, of_four);
        CODAG_UNROLL
        for (unsigned i = 0; i < 4; ++i) values[4 * row + i] = of_run[of_four[i]];
      }
    }

    /// The status of a block that is not whole.
    CODAG_DEVICE status why_not_whole(std::uint32_t block) const {
      if (const status s = check_frame(false, block); s != status::ok) return s;
      if (const status s = check_frame(true, block); s != status::ok) return s;
      return status::malformed_symbol;
    }

    simt::warp_group<Thread> warp_;
    const Thread& thread_;
    const chunk_words<Thread>& words_;
    chunk_quads<Thread> quads_;
    const layout& layout_;
    std::uint32_t first_, count_;
    std::uint32_t trails_;  // the block after which the chunk has more words; count_ if none
    storage& shared_;
    frame_place value_place_, length_place_;  // of the lane's block
  };
};

}  // namespace codag::gpu_rfor
