// gompresso_bit's device decoder whose output goes through a ring in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso_bit/chunk_header.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/sub_block_reader.hpp"
#include "codag/codec/gompresso_bit/symbol_entries.hpp"
#include "codag/lz/group_writer.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/lz/sequence_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// A ring_decoder (see the concept). Each lane decodes a sub-block to shared memory, and then the
/// warp writes the sequences group by group.
struct ring_decoder {
 private:
  static constexpr std::uint32_t batch_sequences = simt::warp_size * sub_block_sequences;
  /// The literals of a batch. If those of a lane do not fit into its share, fewer lanes decode, and
  /// each has more; those of a single sub-block always fit. With an odd number of words for each of
  /// 32 lanes, the lanes write to different banks.
  static constexpr std::uint32_t literal_bytes = simt::warp_size * 4 * 33;
  static_assert(literal_bytes >= sub_block_sequences * gompresso::max_literals);

  struct alignas(simt::shared_alignment) storage {
    code_tables codes;
    union {
      std::uint8_t lengths[all_symbols];         ///< until the tables are built
      std::uint32_t sequences[batch_sequences];  ///< of a batch, as words
    };
    std::uint8_t literals[literal_bytes];
    std::uint32_t unused[4];  ///< what the writer reads after the last literal
  };

 public:
  static constexpr unsigned resident_warps = 16;
  static constexpr unsigned standard_ring_bytes = 2048;

  static CODAG_HOST_DEVICE constexpr unsigned shared_bytes(std::uint32_t ring_bytes) {
    return lz::writer_memory::bytes(ring_bytes) + static_cast<unsigned>(sizeof(storage));
  }

  template <class Thread>
  static CODAG_DEVICE status decode(const Thread& t, const std::byte* in, std::uint32_t in_bytes,
                                    std::byte* out, std::uint32_t out_bytes, std::byte* shared,
                                    std::uint32_t ring_bytes) {
    if (in_bytes < header_bytes) return status::truncated_input;
    const simt::warp_group<Thread> warp(t);
    const compressed_words words(in, in_bytes);
    const limits allowed = limits::of(words.load_unaligned(t, 4));
    if (!allowed.well_formed()) return status::malformed_symbol;
    auto& s = *reinterpret_cast<storage*>(shared + lz::writer_memory::bytes(ring_bytes));
    if (!s.codes.build(t, warp, in, s.lengths, literal_entry::of, distance_entry::of))
      return status::malformed_symbol;
    const std::uint32_t count = words.load_unaligned(t, 0), blocks = sub_blocks_of(count);
    if (const status checked = check_sizes(t, warp, words, {in_bytes, out_bytes}, blocks);
        checked != status::ok)
      return checked;

    lz::output_ring<Thread> output(t, shared + lz::writer_memory::ring_at, ring_bytes, out);
    lz::group_writer<Thread> writer(t, warp, output, shared, ring_bytes);
    batch now{};
    std::uint32_t bit_at = 8 * (header_bytes + blocks * sub_block_bytes);
    std::uint32_t group_begin = output.position();
    CODAG_NO_UNROLL
    for (std::uint32_t lanes = simt::warp_size; now.first < blocks;) {
      now.lanes = lanes;
      const found what = read(t, warp, words, count, bit_at, s, now);
      if (what == found::wrong) return status::malformed_symbol;
      if (what == found::many_literals) {
        // One lane has room for all that is right.
        if (lanes == 1) return status::malformed_symbol;
        lanes /= 2;
        continue;
      }
      const std::uint32_t place = lz::writer_memory::bytes(ring_bytes) +
                                  static_cast<std::uint32_t>(offsetof(storage, literals));
      if (!write(t, warp, allowed, count, place, s, now, output, writer, group_begin))
        return status::malformed_symbol;
      bit_at += now.bits;
      now.first += lanes;
      // Sub-blocks of a group stay together.
      if (lanes < simt::warp_size && now.first % (2 * lanes) == 0 &&
          4 * now.most_literals <= literal_bytes / lanes)
        lanes *= 2;
    }
    output.finish();
    return status::ok;
  }

 private:
  /// Sub-blocks that are decoded at once, by a lane each.
  struct batch {
    std::uint32_t first, lanes;
    std::uint32_t bits;           ///< of all
    std::uint32_t most_literals;  ///< of one
  };
  /// All literals are where the writer looks for them.
  struct brought_literals {
    struct brought {
      std::uint32_t shift, staged_bytes;
    };
    CODAG_DEVICE brought bring(std::uint32_t /*from*/, std::uint32_t /*to*/) const { return {}; }
  };

  /// Decodes a batch. The result is the same in all lanes.
  template <class Thread>
  static CODAG_DEVICE found read(const Thread& t, const simt::warp_group<Thread>& warp,
                                 const compressed_words& words, std::uint32_t count,
                                 std::uint32_t bit_at, storage& s, batch& now) {
    const std::uint32_t begin = (now.first + t.lane()) * sub_block_sequences;
    const bool has_block = t.lane() < now.lanes && begin < count;
    const sub_block size = has_block ? size_of_block(t, words, now.first + t.lane()) : sub_block{};
    const std::uint32_t at = bit_at + warp.exclusive_sum(size.bits, now.bits);
    const std::uint32_t room = literal_bytes / now.lanes;
    std::uint8_t* const literals = s.literals + t.lane() * room;
    std::uint32_t* const sequences = s.sequences + t.lane() * sub_block_sequences;
    // What was decoded before has been taken, or is given up, before it is overwritten.
    warp.sync();
    std::uint32_t put = 0;
    found mine = found::right;
    if (has_block) {
      const std::uint32_t left = count - begin;
      mine = read_sub_block(
          t, words, s.codes, at, size, left < sub_block_sequences ? left : sub_block_sequences,
          room, put, [&](std::uint32_t k, std::uint8_t byte) { literals[k] = byte; },
          [&](std::uint32_t i, std::uint32_t word) { sequences[i] = word; });
    }
    now.most_literals = warp.reduce(put, simt::maximum{});
    if (warp.any(mine == found::wrong)) return found::wrong;
    return warp.any(mine == found::many_literals) ? found::many_literals : found::right;
  }

  /// Writes a batch, whose literals are at `place` of the writer's memory. Returns false if a
  /// sequence is wrong.
  template <class Thread>
  static CODAG_DEVICE bool write(const Thread& t, const simt::warp_group<Thread>& warp,
                                 const limits& allowed, std::uint32_t count, std::uint32_t place,
                                 const storage& s, const batch& now,
                                 lz::output_ring<Thread>& output, lz::group_writer<Thread>& writer,
                                 std::uint32_t& group_begin) {
    // The sequences are there before other lanes take them.
    warp.sync();
    const std::uint32_t begin = now.first * sub_block_sequences;
    const std::uint32_t of_batch = now.lanes * sub_block_sequences;
    const std::uint32_t end = count - begin < of_batch ? count - begin : of_batch;
    const std::uint32_t at_once = of_batch < simt::warp_size ? of_batch : simt::warp_size;
    brought_literals literals;
    CODAG_NO_UNROLL
    for (std::uint32_t first = 0; first < end; first += at_once) {
      if ((begin + first) % gompresso::group_sequences == 0) group_begin = output.position();
      const std::uint32_t index = first + t.lane();
      const gompresso::sequence q =
          gompresso::sequence_of(index < end && t.lane() < at_once ? s.sequences[index] : 0);
      auto group =
          lz::sequence_group::of(warp, q.literals, q.length, q.distance, output.position(), 0);
      const std::uint32_t limit = allowed.independent() && q.length > 0 ? group_begin : group.end();
      if (warp.any(!allowed.allow(q) || q.distance > group.match_at() - output.begin() ||
                   group.source_end() > limit))
        return false;
      // The literals of a sub-block lie one after the other.
      const std::uint32_t of_block =
          group.literals_at -
          warp.shuffle(group.literals_at, t.lane() / sub_block_sequences * sub_block_sequences);
      group.literals_at =
          place + index / sub_block_sequences * (literal_bytes / now.lanes) + of_block;
      writer.write(group, literals);
    }
    return true;
  }
};

}  // namespace codag::gompresso_bit
