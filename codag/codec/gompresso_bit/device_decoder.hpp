// gompresso_bit's device decoder: each lane decodes a sub-block, and then takes sequences.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso_bit/chunk_header.hpp"
#include "codag/codec/gompresso_bit/code_table.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/lane_bits.hpp"
#include "codag/lz/back_reference.hpp"
#include "codag/lz/resolution.hpp"
#include "codag/lz/resolve_group.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// A resolving_decoder (see the concept).
struct device_decoder {
 private:
  /// The sequences that the lanes of a warp decode at once.
  static constexpr std::uint32_t batch_sequences = simt::warp_size * sub_block_sequences;

  struct alignas(simt::shared_alignment) storage {
    code_tables codes;
    union {
      std::uint8_t lengths[all_symbols];         ///< until the tables are built
      std::uint32_t sequences[batch_sequences];  ///< of a batch, as words
    };
  };

 public:
  static constexpr unsigned shared_bytes = sizeof(storage);

  /// Decodes a chunk as section III of the paper says, but for one thing: sequences go to shared
  /// memory and literals to their place in the output, where the paper writes both to device memory
  /// first. Collective over the warp; all lanes have the status, which is that of the reference
  /// decoder. But if Resolution needs independence and the chunk has a dependency, it is
  /// malformed_symbol.
  template <class Resolution, class Thread>
    requires lz::resolution<Resolution, Thread>
  static CODAG_DEVICE status decode(const Thread& t, const std::byte* in, std::uint32_t in_bytes,
                                    std::byte* out, std::uint32_t out_bytes, std::byte* shared) {
    const simt::warp_group<Thread> warp(t);
    const compressed_words words(in, in_bytes);
    auto* const to = reinterpret_cast<std::uint8_t*>(out);
    auto& s = *reinterpret_cast<storage*>(shared);
    if (in_bytes < header_bytes) return status::truncated_input;
    const limits allowed = limits::of(words.load_unaligned(t, 4));
    if (!allowed.well_formed()) return status::malformed_symbol;
    const bool independent = allowed.independent() || Resolution::needs_independence;
    const auto symbol = [](unsigned i) { return i; };
    if (!s.codes.build(t, warp, in, s.lengths, symbol, symbol)) return status::malformed_symbol;
    const std::uint32_t count = words.load_unaligned(t, 0), blocks = sub_blocks_of(count);
    if (const status found = check_sizes(t, warp, words, {in_bytes, out_bytes}, blocks);
        found != status::ok)
      return found;

    std::uint32_t bit_at = 8 * (header_bytes + blocks * sub_block_bytes), written = 0;
    for (std::uint32_t first = 0; first < blocks; first += simt::warp_size) {
      const std::uint32_t block = first + t.lane();
      const sub_block size = block < blocks ? size_of_block(t, words, block) : sub_block{};
      const std::uint32_t left = count - first * sub_block_sequences;  // from this batch on
      std::uint32_t bits, bytes;
      const std::uint32_t my_bit = bit_at + warp.exclusive_sum(size.bits, bits);
      const std::uint32_t my_byte = written + warp.exclusive_sum(size.bytes, bytes);
      bit_at += bits;
      const bool decoded =
          block >= blocks || decode_sub_block(t, words, my_bit, size, left, to + my_byte, s);
      if (!warp.all(decoded)) return status::malformed_symbol;
      // The batch's sequences are there before other lanes take them.
      t.sync_warp();
      for (std::uint32_t g = 0; g < batch_sequences && g < left; g += simt::warp_size) {
        const sequence mine =
            g + t.lane() < left ? gompresso::sequence_of(s.sequences[g + t.lane()]) : sequence{};
        std::uint32_t group_bytes;
        const std::uint32_t begin = written + warp.exclusive_sum(mine.bytes(), group_bytes);
        const lz::back_reference reference{begin, begin + mine.literals, mine.length,
                                           mine.distance};
        if (warp.any(!allowed.allow(mine) || mine.distance > reference.at ||
                     (independent && mine.length > 0 && reference.source_end() > written)))
          return status::malformed_symbol;
        lz::resolve_group<Resolution>(t, to, reference, written);
        written += group_bytes;
      }
    }
    return status::ok;
  }

 private:
  /// Decodes the lane's sub-block: writes its literals to their places from `out` on, and its
  /// sequences to the batch. `left` is how many sequences the chunk has from the batch on. Returns
  /// false if the sub-block is not what its sizes say, or has something that is no symbol.
  template <class Thread>
  static CODAG_DEVICE bool decode_sub_block(const Thread& t, const compressed_words& words,
                                            std::uint32_t at, const sub_block& size,
                                            std::uint32_t left, std::uint8_t* out, storage& s) {
    lane_bits<Thread> in(t, words, at);
    const std::uint32_t begin = t.lane() * sub_block_sequences;
    const std::uint32_t end =
        left - begin < sub_block_sequences ? left : begin + sub_block_sequences;
    sequence now{};
    std::uint32_t written = 0;
    for (std::uint32_t i = begin; i < end;) {
      const std::uint32_t bits = in.look();
      const code_table::entry e = s.codes.literals.find(bits);
      const unsigned symbol = code_table::value_of(e), length = code_table::length_of(e);
      if (e == 0) return false;
      in.take(length);
      if (symbol < no_length) {
        if (now.literals == gompresso::max_literals || written == size.bytes ||
            in.taken() > size.bits)
          return false;
        t.store(out + written, static_cast<std::uint8_t>(symbol));
        ++now.literals;
        ++written;
        continue;
      }
      if (symbol != no_length) {
        now.length = 1 + take_value(in, bits >> length, symbol - first_length_slot);
        const std::uint32_t more = in.look();
        const code_table::entry d = s.codes.distances.find(more);
        if (d == 0) return false;
        in.take(code_table::length_of(d));
        now.distance =
            1 + take_value(in, more >> code_table::length_of(d), code_table::value_of(d));
        // A length that no sequence's word can hold is above any look-ahead, too.
        if (now.length > gompresso::max_look_ahead || now.length > size.bytes - written)
          return false;
        written += now.length;
      }
      if (in.taken() > size.bits) return false;
      s.sequences[i++] = gompresso::word_of(now);
      now = {};
    }
    return in.taken() == size.bits && written == size.bytes;
  }

  /// The value of a slot whose extra bits are the lowest of `bits`, the next ones of `in`.
  template <class Thread>
  static CODAG_DEVICE std::uint32_t take_value(lane_bits<Thread>& in, std::uint32_t bits,
                                               unsigned slot) {
    const unsigned extra = extra_bits(slot);
    in.take(extra);
    return slot_begin(slot) + (bits & ((1u << extra) - 1));
  }
};

}  // namespace codag::gompresso_bit
