// A frame of gpu_rfor's runs in a warp's shared memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/four_values.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/gpu_rfor/frame_runs.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::gpu_rfor {

/// Where a frame's words are: their place and their number, which is 0 for an impossible frame.
/// Each lane keeps the frame_place of a block of its own, in two words.
class frame_place {
 public:
  frame_place() = default;
  CODAG_DEVICE frame_place(const quad_place& place, std::uint32_t size)
      : first_(place.first), rest_(place.offset | place.count << 2 | size << 16) {}

  CODAG_DEVICE std::uint32_t first() const { return first_; }
  CODAG_DEVICE std::uint32_t offset() const { return rest_ & 3; }
  CODAG_DEVICE std::uint32_t quads() const { return rest_ >> 2 & 0x3fff; }
  CODAG_DEVICE std::uint32_t size() const { return rest_ >> 16; }

  /// That of lane k. Collective.
  template <class Thread>
  CODAG_DEVICE frame_place of_lane(const Thread& t, unsigned k) const {
    frame_place place;
    place.first_ = t.shuffle(first_, k);
    place.rest_ = t.shuffle(rest_, k);
    return place;
  }

 private:
  std::uint32_t first_ = 0, rest_ = 0;
};

/// The frame of a block's values, or of its lengths. A lane loads up to `held` quads ahead. Lane
/// r has the runs 4r to 4r + 3 of each miniblock.
template <bit_packing::stored_value T, unsigned most_width, unsigned held>
class warp_frame {
 public:
  static constexpr unsigned most_words =
      header_of_runs<T> + bit_packing::packed_words(block_values, most_width);
  /// In shared memory. The first word may be the last one of its quad, and a lane reads more words
  /// than its values may have.
  struct storage {
    word_quad quads[(3 + most_words + bit_packing::words_of_four<most_width> + 3) / 4];
  };

  CODAG_DEVICE warp_frame(const frame_place& place, storage& shared)
      : place_(place), shared_(shared.quads), words_(shared.quads[0].words + place.offset()) {}

  /// Starts to load the frame's first words.
  template <class Thread>
  CODAG_DEVICE void load(const Thread& t, const chunk_quads<Thread>& quads) {
    CODAG_UNROLL
    for (unsigned i = 0; i < held; ++i) {
      // For all lanes: most frames of few runs have no more quads than lanes.
      if (i > 0 && i * simt::warp_size >= place_.quads()) return;
      const std::uint32_t q = i * simt::warp_size + t.lane();
      if (q < place_.quads()) coming_[i] = quads(place_.first() + q);
    }
  }
  /// Stores them in shared memory, and with them the rest of the frame. A barrier must follow
  /// before anything below.
  template <class Thread>
  CODAG_DEVICE void stage(const Thread& t, const chunk_words<Thread>& words,
                          const chunk_quads<Thread>& quads) {
    if (place_.quads() == 0) {
      const std::uint32_t first = quads.word_of(place_.first(), place_.offset());
      CODAG_NO_UNROLL
      for (std::uint32_t i = t.lane(); i < place_.size(); i += simt::warp_size)
        words_[i] = words(first + i);
      return;
    }
    CODAG_UNROLL
    for (unsigned i = 0; i < held; ++i) {
      const std::uint32_t q = i * simt::warp_size + t.lane();
      if (i > 0 && i * simt::warp_size >= place_.quads()) break;
      if (q < place_.quads()) shared_[q] = coming_[i];
    }
    CODAG_NO_UNROLL
    for (std::uint32_t q = held * simt::warp_size + t.lane(); q < place_.quads();
         q += simt::warp_size)
      shared_[q] = quads(place_.first() + q);
  }

  /// The number of runs, if the frame has that many; otherwise 0.
  [[nodiscard]] CODAG_DEVICE std::uint32_t runs() const {
    return frame_runs<T, most_width>(words_, place_.size());
  }
  [[nodiscard]] CODAG_DEVICE T reference() const {
    return bit_packing::load_value<T>([this](std::uint32_t i) { return words_[i]; }, 0);
  }
  [[nodiscard]] CODAG_DEVICE std::uint32_t widths() const {
    return words_[bit_packing::reference_words<T>];
  }
  /// What was packed as the lane's runs of miniblock m; anything for runs that the block does not
  /// have. `before` has the sum of the widths of the miniblocks before m.
  CODAG_DEVICE void unpack(unsigned lane, unsigned m, std::uint32_t before, T (&packed)[4]) const {
    const std::uint32_t width = bit_packing::width_of(widths(), m);
    bit_packing::unpack_four<most_width>(words_ + header_of_runs<T>,
                                         bit_packing::packed_words(miniblock_runs, before),
                                         lane * 4 * width, width, packed);
  }

 private:
  frame_place place_;
  word_quad* shared_;
  std::uint32_t* words_;
  word_quad coming_[held]{};
};

}  // namespace codag::gpu_rfor
