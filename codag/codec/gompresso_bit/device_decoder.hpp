// gompresso_bit's device decoder: each lane decodes a sub-block, and then takes sequences.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso_bit/chunk_header.hpp"
#include "codag/codec/gompresso_bit/code_table.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/sub_block_reader.hpp"
#include "codag/codec/gompresso_bit/symbol_entries.hpp"
#include "codag/lz/sequences/back_reference.hpp"
#include "codag/lz/sequences/resolution.hpp"
#include "codag/lz/sequences/resolve_group.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// A resolving_decoder (see the concept).
struct device_decoder {
 private:
  /// The sequences that the lanes of a warp decode at once, at most.
  static constexpr std::uint32_t batch_sequences = 512;

  struct alignas(simt::shared_alignment) storage {
    code_tables codes;
    union {
      std::uint8_t lengths[all_symbols];         ///< until the tables are built
      std::uint32_t sequences[batch_sequences];  ///< of a batch, as words
    };
  };

 public:
  static constexpr unsigned shared_bytes = sizeof(storage);

  /// Decodes a chunk as section III of the paper says, with one difference: sequences go to shared
  /// memory, and literals to their place in the output. The paper writes both to device memory
  /// first. Collective over the warp; all lanes have the status, which is that of the reference
  /// decoder. If Resolution needs independence and the chunk has a dependency, it is
  /// malformed_symbol instead.
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
    const shape coded = shape::of(words.load_unaligned(t, shape_at));
    if (!allowed.well_formed() || !coded.well_formed()) return status::malformed_symbol;
    const bool independent = allowed.independent() || Resolution::needs_independence;
    if (!s.codes.build(t, warp, in, coded.code_bits, s.lengths, literal_entry::of,
                       distance_entry::of))
      return status::malformed_symbol;
    const std::uint32_t count = words.load_unaligned(t, 0), blocks = coded.blocks_of(count);
    if (const status found = check_sizes(t, warp, words, {in_bytes, out_bytes}, blocks);
        found != status::ok)
      return found;

    const later_words later(t, words);
    std::uint32_t bit_at = 8 * (header_bytes + blocks * sub_block_bytes), written = 0;
    const std::uint32_t per_block = coded.sequences;
    const std::uint32_t lanes = batch_sequences / per_block < simt::warp_size
                                    ? batch_sequences / per_block
                                    : simt::warp_size;
    for (std::uint32_t first = 0; first < blocks; first += lanes) {
      const std::uint32_t left = count - first * per_block;  // from this batch on
      const std::uint32_t my_first = t.lane() * per_block;
      lane_sub_block block{};
      if (t.lane() < lanes && first + t.lane() < blocks) {
        const std::uint32_t rest = left - my_first;
        block.count = rest < per_block ? rest : per_block;
        block.size = size_of_block(t, words, first + t.lane());
      }
      std::uint32_t bits, bytes;
      block.at = bit_at + warp.exclusive_sum(block.size.bits, bits);
      std::uint8_t* const my_out = to + written + warp.exclusive_sum(block.size.bytes, bytes);
      bit_at += bits;
      const sub_block_content content = read_sub_blocks(
          t, warp, later, s.codes, coded, block,
          [&](std::uint32_t /*k*/, std::uint32_t at, unsigned byte) {
            if (at < block.size.bytes) t.store(my_out + at, static_cast<std::uint8_t>(byte));
          },
          [&](std::uint32_t i, std::uint32_t word) { s.sequences[my_first + i] = word; });
      if (warp.any(content.wrong)) return status::malformed_symbol;
      // The batch's sequences are there before other lanes take them.
      t.sync_warp();
      for (std::uint32_t g = 0; g < lanes * per_block && g < left; g += simt::warp_size) {
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
};

}  // namespace codag::gompresso_bit
