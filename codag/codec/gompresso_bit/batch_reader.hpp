// batch_reader: each lane of a warp decodes its own sub-block to shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso_bit/chunk_header.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/sub_block_reader.hpp"
#include "codag/codec/gompresso_bit/symbol_entries.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// The shared memory of a warp that decodes sub-blocks.
struct alignas(simt::shared_alignment) batch_storage {
  static constexpr std::uint32_t sequence_count = 512;
  /// If the literals of a lane do not fit into its bytes, fewer lanes decode, and each has more
  /// bytes; those of a single sub-block always fit. With an odd number of words for each of 32
  /// lanes, the lanes write to different banks.
  static constexpr std::uint32_t literal_bytes = simt::warp_size * 4 * 33;
  static_assert(literal_bytes >= max_sub_block_literals);

  code_tables codes;
  union {
    std::uint8_t lengths[all_symbols];        ///< until the tables are built
    std::uint32_t sequences[sequence_count];  ///< of a batch, as words, sub-block after sub-block
  };
  std::uint8_t literals[literal_bytes];  ///< one lane's after the other's
  std::uint32_t unused[8];               ///< what is read after the last literal
};

/// Reads a chunk in batches: as many sub-blocks at once as there are lanes, or fewer.
template <class Thread>
class batch_reader {
 public:
  CODAG_DEVICE batch_reader(const Thread& t, const simt::warp_group<Thread>& warp,
                            const compressed_words& words, batch_storage& storage)
      : thread_(t), warp_(warp), words_(words), later_(t, words), storage_(storage) {}

  /// Checks the header and builds the tables. Collective; all lanes have the status.
  CODAG_DEVICE status open(const std::byte* in, const chunk_size& chunk) {
    if (chunk.in < header_bytes) return status::truncated_input;
    allowed_ = limits::of(words_.load_unaligned(thread_, 4));
    shape_ = shape::of(words_.load_unaligned(thread_, shape_at));
    if (!allowed_.well_formed() || !shape_.well_formed()) return status::malformed_symbol;
    if (!storage_.codes.build(thread_, warp_, in, shape_.code_bits, storage_.lengths,
                              literal_entry::of, distance_entry::of))
      return status::malformed_symbol;
    lanes_ = most_lanes();
    count_ = words_.load_unaligned(thread_, 0);
    const std::uint32_t blocks = shape_.blocks_of(count_);
    bit_at_ = 8 * (header_bytes + blocks * sub_block_bytes);
    return check_sizes(thread_, warp_, words_, chunk, blocks);
  }

  CODAG_DEVICE const limits& allowed() const { return allowed_; }
  CODAG_DEVICE std::uint32_t per_block() const { return shape_.sequences; }  ///< sequences
  CODAG_DEVICE std::uint32_t count() const { return count_; }  ///< sequences of the chunk
  CODAG_DEVICE bool at_end() const { return first_ >= count_; }

  /// What the last batch is: the number of its first sequence, how many sequences it has, how many
  /// lanes have decoded a sub-block, how many literals this lane's sub-block has, and how many
  /// bytes there are for each lane's literals.
  CODAG_DEVICE std::uint32_t first() const { return first_ - sequences_; }
  CODAG_DEVICE std::uint32_t sequences() const { return sequences_; }
  CODAG_DEVICE std::uint32_t lanes() const { return batch_lanes_; }
  CODAG_DEVICE std::uint32_t literals() const { return literals_; }
  CODAG_DEVICE std::uint32_t literal_room() const {
    return batch_storage::literal_bytes / batch_lanes_;
  }

  /// Decodes the next batch, after which the warp has synced. Returns false, in all lanes, if
  /// something is wrong. The chunk has been opened, and is not at its end. Collective.
  CODAG_DEVICE bool read() {
    CODAG_NO_UNROLL
    for (;; lanes_ /= 2) {
      std::uint32_t bits;
      const sub_block_content mine = try_to_read(bits);
      literals_ = mine.literals;
      const bool wrong = warp_.any(mine.wrong);
      const bool too_many = warp_.any(literals_ > batch_storage::literal_bytes / lanes_);
      // All that was put is there before other lanes take it, or put something else there.
      warp_.sync();
      // One lane has room for all that is right.
      if (wrong || (too_many && lanes_ == 1)) return false;
      if (too_many) continue;
      batch_lanes_ = lanes_;
      const std::uint32_t most = lanes_ * shape_.sequences;
      sequences_ = count_ - first_ < most ? count_ - first_ : most;
      first_ += sequences_;
      bit_at_ += bits;
      // The sub-blocks of a group stay together.
      const bool half_empty = warp_.reduce(literals_, simt::maximum{}) <= literal_room() / 2;
      if (lanes_ < most_lanes() && half_empty && first_ % (2 * most) == 0) lanes_ *= 2;
      return true;
    }
  }

 private:
  /// The lanes that decode at once, if their literals have room.
  CODAG_DEVICE std::uint32_t most_lanes() const {
    const std::uint32_t blocks = batch_storage::sequence_count / shape_.sequences;
    return blocks < simt::warp_size ? blocks : simt::warp_size;
  }

  /// Decodes lanes_ sub-blocks, which have `bits` bits. Literals for which a lane has no room are
  /// not kept.
  CODAG_DEVICE sub_block_content try_to_read(std::uint32_t& bits) {
    const unsigned lane = thread_.lane();
    const std::uint32_t begin = first_ + lane * shape_.sequences;
    lane_sub_block mine{};
    if (lane < lanes_ && begin < count_) {
      const std::uint32_t left = count_ - begin;
      mine.count = left < shape_.sequences ? left : shape_.sequences;
      mine.size = size_of_block(thread_, words_, begin / shape_.sequences);
    }
    mine.at = bit_at_ + warp_.exclusive_sum(mine.size.bits, bits);
    const std::uint32_t room = batch_storage::literal_bytes / lanes_;
    // A lane without a sub-block has no place, and puts nothing.
    const unsigned place = lane < lanes_ ? lane : 0;
    std::uint8_t* const to = storage_.literals + place * room;
    std::uint32_t* const sequences = storage_.sequences + place * shape_.sequences;
    return read_sub_blocks(
        thread_, warp_, later_, storage_.codes, shape_, mine,
        [&](std::uint32_t k, std::uint32_t /*at*/, unsigned byte) {
          if (k < room) to[k] = static_cast<std::uint8_t>(byte);
        },
        [&](std::uint32_t i, std::uint32_t word) { sequences[i] = word; });
  }

  const Thread& thread_;
  const simt::warp_group<Thread>& warp_;
  const compressed_words& words_;
  later_words later_;
  batch_storage& storage_;
  limits allowed_{};
  shape shape_{};
  std::uint32_t count_ = 0, bit_at_ = 0;
  std::uint32_t first_ = 0;  // sequence of the next batch
  std::uint32_t lanes_ = 1;  // of the next batch
  std::uint32_t batch_lanes_ = 1, sequences_ = 0, literals_ = 0;
};

}  // namespace codag::gompresso_bit
