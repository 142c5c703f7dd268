// What a warp does with a chunk's header: it builds the tables, and checks the sizes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso_bit/code_table.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// How many bytes a chunk has.
struct chunk_size {
  std::uint32_t in, out;
};

/// The tables of a chunk's codes.
struct code_tables {
  code_table<max_code_bits> literals;
  code_table<distance_code_bits> distances;

  /// Builds them, for codewords of literals of at most `code_bits`, with what each table's entries
  /// hold of a symbol. `lengths` has room for all_symbols, which are free afterwards. Returns
  /// false, in all lanes, if a decoder does not accept a code. Collective.
  template <class Thread, class OfLiteral, class OfDistance>
  CODAG_DEVICE bool build(const Thread& t, const simt::warp_group<Thread>& warp,
                          const std::byte* in, unsigned code_bits, std::uint8_t* lengths,
                          const OfLiteral& of_literal, const OfDistance& of_distance) {
    const auto* const from = reinterpret_cast<const std::uint8_t*>(in) + lengths_at;
    for (unsigned i = t.lane(); i < all_symbols; i += simt::warp_size)
      lengths[i] = static_cast<std::uint8_t>(t.load(from + i / 2) >> i % 2 * 4 & 15);
    // The lengths are there before the tables are built from them.
    warp.sync();
    // Both return after a barrier, or the same in all lanes; no lane reads a length after that.
    return literals.build(warp, lengths, literal_symbols, code_bits, of_literal) &&
           distances.build(warp, lengths + literal_symbols, distance_slots, distance_code_bits,
                           of_distance);
  }
};

/// The size of a sub-block that the header has.
template <class Thread>
CODAG_DEVICE sub_block size_of_block(const Thread& t, const compressed_words& words,
                                     std::uint32_t block) {
  return sub_block::of(words.load_unaligned(t, header_bytes + block * sub_block_bytes));
}

/// Whether all sub-blocks together have the chunk's sizes. Collective.
template <class Thread>
CODAG_DEVICE status check_sizes(const Thread& t, const simt::warp_group<Thread>& warp,
                                const compressed_words& words, const chunk_size& chunk,
                                std::uint32_t blocks) {
  if ((chunk.in - header_bytes) / sub_block_bytes < blocks) return status::truncated_input;
  std::uint64_t bits = 0, bytes = 0;
  for (std::uint32_t block = t.lane(); block < blocks; block += simt::warp_size) {
    const sub_block size = size_of_block(t, words, block);
    bits += size.bits;
    bytes += size.bytes;
  }
  const std::uint64_t needed = (warp.reduce(bits) + 7) / 8;
  bytes = warp.reduce(bytes);
  const std::uint32_t available = chunk.in - header_bytes - blocks * sub_block_bytes;
  if (needed > available) return status::truncated_input;
  if (bytes > chunk.out) return status::output_overflow;
  if (bytes < chunk.out) return status::truncated_input;
  return needed < available ? status::trailing_input : status::ok;
}

}  // namespace codag::gompresso_bit
