// Blocks of 128 values, one after the other, staged and unpacked by a warp.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/four_values.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::bit_packing {

/// The shared memory that a warp unpacks blocks from: one block and the next.
template <stored_value Stored>
struct block_pair {
  /// The words before a block that are staged with it, and the block's.
  static constexpr unsigned most_words =
      reference_words<Stored> + frame_header_words<Stored> + miniblocks * max_width<Stored>;
  /// The first word may be the last one of its quad, and a lane reads more words than its values
  /// may have.
  static constexpr unsigned room_words = 3 + most_words + words_of_four<max_width<Stored>>;
  word_quad quads[2][(room_words + 3) / 4];
};

/// A block of a stretch that a warp has in shared memory, and that is well-formed.
template <stored_value Stored>
class staged_block {
 public:
  CODAG_DEVICE staged_block(const std::uint32_t* words, std::uint32_t before)
      : words_(words), frame_(words + before) {}

  /// The value, of 32 or 64 bits, that the words before the block give.
  CODAG_DEVICE Stored value_before() const { return value_at(words_); }
  CODAG_DEVICE Stored reference() const { return value_at(frame_); }
  CODAG_DEVICE std::uint32_t widths() const { return frame_[reference_words<Stored>]; }

  /// What was packed as the values 4 * lane to 4 * lane + 3.
  CODAG_DEVICE void unpack(unsigned lane, Stored (&packed)[4]) const {
    const unsigned miniblock = lane / 8;
    const std::uint32_t widths = this->widths();
    // Byte m of the product is the sum of the widths before m: at most 3 x 64, which is no carry.
    const std::uint32_t sums = widths * 0x01010100u;
    const std::uint32_t width = byte_permute(widths, 0, 0x4440 + miniblock);
    const std::uint32_t at = byte_permute(sums, 0, 0x4440 + miniblock);
    unpack_four<max_width<Stored>>(frame_ + frame_header_words<Stored>, at, lane % 8 * 4 * width,
                                   width, packed);
  }

 private:
  static CODAG_DEVICE Stored value_at(const std::uint32_t* words) {
    return load_value<Stored>([&](std::uint32_t i) { return words[i]; }, 0);
  }

  const std::uint32_t *words_, *frame_;
};

/// A stretch: up to 32 consecutive blocks of a chunk, which a warp takes in turn. While it waits
/// for a block, it is already loading the next one to registers.
///
/// `Around` gives the numbers of words around a block. The before(block) words before it, none or a
/// reference, are staged with it. Its last after(block) words do not belong to it. Without
/// `any_before`, there are none before any block.
template <class Thread, stored_value Stored, class Around>
class block_stretch {
 public:
  using storage = block_pair<Stored>;

  /// Begins with the `count` blocks from `first` on. The chunk has all of them, and `count` is at
  /// most the number of a warp's lanes. Before another stretch begins in the same memory, the warp
  /// meets at a barrier.
  CODAG_DEVICE block_stretch(const Thread& t, const chunk_words<Thread>& words,
                             const chunk_layout& l, const Around& around, std::uint32_t first,
                             std::uint32_t count, storage& shared)
      : thread_(t),
        words_(words),
        quads_(t, words),
        layout_(l),
        around_(around),
        first_(first),
        count_(count),
        quads_in_shared_(t.keep_shared(&shared.quads[0][0])) {
    std::uint32_t before = 0;
    if (t.lane() < count) {
      before = around.before(first + t.lane());
      place(first + t.lane(), before);
    }
    have_words_before_ = t.ballot(before != 0);
  }

  /// Calls take(k, begins, block) with each block k of the stretch that is well-formed, in their
  /// order; `begins` says whether there are words before it. Collective. Returns the status of the
  /// first block that is not, which `refused` then names as a block of the chunk; ok if all are.
  template <class Take>
  CODAG_DEVICE status each(const Take& take, std::uint32_t& refused) {
    held even{}, odd{};
    load(0, even);
    load(1, odd);
    std::uint32_t bad = count_;
    for (std::uint32_t k = 0; k < count_; k += 2) {
      step<0>(k, even, bad, take);
      if (k + 1 < count_) step<1>(k + 1, odd, bad, take);
    }
    if (bad == count_) return status::ok;
    refused = first_ + bad;
    return why(refused);
  }

 private:
  /// A lane's part of a block that is being loaded. What does not fit (the end of a block with
  /// widths above 30; of 64 bits: 62) is read when the block is staged.
  static constexpr unsigned held_quads = sizeof(Stored) / 4;
  static constexpr std::uint32_t held_words = 4 * simt::warp_size * held_quads;
  using held = word_quad[held_quads];
  static constexpr std::uint32_t quads_of_buffer = sizeof(storage::quads[0]) / sizeof(word_quad);
  /// Added to a size if the words are read one by one: not all quads are whole.
  static constexpr std::uint32_t by_words = 1u << 16;

  /// Finds where the lane's block lies. If the block is seen to be malformed here, it gets no
  /// words: step() then finds that its widths are wrong.
  CODAG_DEVICE void place(std::uint32_t block, std::uint32_t before) {
    const std::uint32_t begin = words_(layout_.starts_at + block),
                        end = words_(layout_.starts_at + block + 1);
    const std::uint32_t after = around_.after(block);
    const bool last = block + 1 == layout_.blocks;
    if (check_extent(begin, end, layout_) != status::ok || begin < before || end - begin < after ||
        (last && end < layout_.data_words))
      return;
    const std::uint32_t size = before + (end - begin) - after;
    if (size > storage::most_words) return;
    const quad_place place = quads_.place(layout_.data_at + begin - before, size);
    first_quad_ = place.first;
    offset_ = place.offset;
    quad_count_ = place.count;
    size_ = place.count > 0 ? size : size + by_words;
  }

  /// Starts to load the lane's part of block k.
  CODAG_DEVICE void load(std::uint32_t k, held& part) const {
    const std::uint32_t first = thread_.shuffle(first_quad_, k),
                        count = thread_.shuffle(quad_count_, k);
    CODAG_UNROLL
    for (unsigned i = 0; i < held_quads; ++i) {
      const std::uint32_t q = i * simt::warp_size + thread_.lane();
      // The lanes after the stretch have no quads; there is no lane 32.
      if (q < count && k < simt::warp_size) part[i] = quads_(first + q);
    }
  }

  /// Takes block k, whose part has been loaded, and starts to load block k + 2.
  template <unsigned buffer, class Take>
  CODAG_DEVICE void step(std::uint32_t k, held& part, std::uint32_t& bad, const Take& take) const {
    std::uint32_t size = thread_.shuffle(size_, k);
    const std::uint32_t offset = thread_.shuffle(offset_, k);
    word_quad* const to = quads_in_shared_ + buffer * quads_of_buffer;
    CODAG_UNROLL
    for (unsigned i = 0; i < held_quads; ++i) to[i * simt::warp_size + thread_.lane()] = part[i];
    std::uint32_t* const words = to->words + offset;
    if (offset + size > held_words) stage_words(k, offset, words, size);
    // The block is in place before any lane reads what another has staged. It replaces the block
    // before the last one, which every lane has left at the last barrier.
    thread_.sync_warp();
    load(k + 2, part);
    const std::uint32_t before = words_before(k);
    const staged_block<Stored> block(words, before);
    if (fills<Stored>(block.widths(), size - before))
      take(k, before != 0, block);
    else if (bad == count_)
      bad = k;
  }

  /// How many words are staged before block k.
  CODAG_DEVICE std::uint32_t words_before(std::uint32_t k) const {
    if constexpr (!Around::any_before) return 0;
    return (have_words_before_ >> k & 1) * reference_words<Stored>;
  }

  /// Stages what the lanes do not hold of block k, word by word.
  CODAG_DEVICE void stage_words(std::uint32_t k, std::uint32_t offset, std::uint32_t* to,
                                std::uint32_t& size) const {
    const std::uint32_t staged = size >= by_words ? 0 : held_words - offset;
    size %= by_words;
    // The words are written after what the lanes hold, which may be anything there.
    thread_.sync_warp();
    const std::uint32_t first = quads_.word_of(thread_.shuffle(first_quad_, k), offset);
    // Seldom more than one round.
    CODAG_NO_UNROLL
    for (std::uint32_t i = staged + thread_.lane(); i < size; i += simt::warp_size)
      to[i] = words_(first + i);
  }

  /// Why a block is refused: the first reason that the format has.
  CODAG_DEVICE status why(std::uint32_t block) const {
    const std::uint32_t begin = words_(layout_.starts_at + block),
                        end = words_(layout_.starts_at + block + 1);
    // Without room for what stands before it, the block before is malformed, too.
    if (begin < around_.before(block)) return status::malformed_symbol;
    return check_block<Stored>(begin, end, around_.after(block), block + 1 == layout_.blocks,
                               layout_,
                               [this](std::uint32_t i) { return words_(layout_.data_at + i); });
  }

  const Thread& thread_;
  const chunk_words<Thread>& words_;
  chunk_quads<Thread> quads_;
  const chunk_layout& layout_;
  Around around_;
  std::uint32_t first_, count_;
  word_quad* quads_in_shared_;
  std::uint32_t have_words_before_;  // bit k: block k of the stretch
  // The lane's block, if the stretch has so many: its first quad, where it begins in that, how many
  // quads come ahead of it, and its words.
  std::uint32_t first_quad_ = 0, offset_ = 0, quad_count_ = 0, size_ = 0;
};

}  // namespace codag::bit_packing
