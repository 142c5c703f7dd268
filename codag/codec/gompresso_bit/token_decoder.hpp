// gompresso_bit's device decoder in two steps, with its tokens in device memory between them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/checked_group.hpp"
#include "codag/codec/gompresso/limits.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso/staged_literals.hpp"
#include "codag/codec/gompresso_bit/batch_reader.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/ring_decoder.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/group_writer.hpp"
#include "codag/lz/sequences/sequence_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// A token_decoder (see the concept): the paper's section III. The first step stores the sequences
/// of a chunk, as words, and after them all of its literals. The second one resolves them.
struct token_decoder {
  using one_step = ring_decoder;
  static constexpr unsigned decode_warps = 16, write_warps = 24;
  static constexpr unsigned standard_ring_bytes = 8192;
  static constexpr unsigned decode_shared_bytes = sizeof(batch_storage);

  static CODAG_HOST_DEVICE constexpr unsigned write_shared_bytes(std::uint32_t ring_bytes) {
    return lz::writer_memory::bytes(ring_bytes);
  }
  /// The memory that the tokens of a chunk take; 0 if it lacks what its header says. Collective.
  template <class Thread>
  static CODAG_DEVICE std::uint64_t token_bytes(const Thread& t, const std::byte* in,
                                                std::uint32_t in_bytes, std::uint32_t out_bytes) {
    if (in_bytes < header_bytes) return 0;
    const compressed_words words(in, in_bytes);
    const std::uint32_t count = words.load_unaligned(t, 0);
    const shape coded = shape::of(words.load_unaligned(t, shape_at));
    if (!coded.well_formed() ||
        (in_bytes - header_bytes) / sub_block_bytes < coded.blocks_of(count))
      return 0;
    return literals_at(count) + out_bytes;
  }

  /// Decodes a chunk to its tokens. Collective; all lanes have the status.
  template <class Thread>
  static CODAG_DEVICE status decode(const Thread& t, const std::byte* in, std::uint32_t in_bytes,
                                    std::uint32_t out_bytes, std::byte* tokens, std::byte* shared) {
    const simt::warp_group<Thread> warp(t);
    const compressed_words words(in, in_bytes);
    auto& storage = *reinterpret_cast<batch_storage*>(shared);
    batch_reader<Thread> reader(t, warp, words, storage);
    if (const status s = reader.open(in, {in_bytes, out_bytes}); s != status::ok) return s;
    auto* const sequences = reinterpret_cast<std::uint32_t*>(tokens);
    auto* literals = reinterpret_cast<std::uint8_t*>(tokens + literals_at(reader.count()));
    CODAG_NO_UNROLL
    while (!reader.at_end()) {
      if (!reader.read()) return status::malformed_symbol;
      for (std::uint32_t i = t.lane(); i < reader.sequences(); i += simt::warp_size)
        t.store(sequences + reader.first() + i, storage.sequences[i]);
      // The literals of one sub-block after the other, a byte per lane.
      CODAG_NO_UNROLL
      for (unsigned lane = 0; lane < reader.lanes(); ++lane) {
        const std::uint32_t count = warp.shuffle(reader.literals(), lane);
        const std::uint8_t* const from = storage.literals + lane * reader.literal_room();
        for (std::uint32_t i = t.lane(); i < count; i += simt::warp_size)
          t.store(literals + i, from[i]);
        literals += count;
      }
      // The batch has been stored before the next one is put in its place.
      warp.sync();
    }
    return status::ok;
  }

  /// Writes the output of a chunk's tokens, which is out_bytes bytes. Collective; all lanes have
  /// the status.
  template <class Thread>
  static CODAG_DEVICE status write(const Thread& t, const std::byte* in, std::uint32_t in_bytes,
                                   const std::byte* tokens, std::byte* out, std::uint32_t out_bytes,
                                   std::byte* block, std::uint32_t at, std::uint32_t ring_bytes) {
    const simt::warp_group<Thread> warp(t);
    const compressed_words header(in, in_bytes);
    const std::uint32_t count = header.load_unaligned(t, 0);
    const limits allowed = limits::of(header.load_unaligned(t, 4));
    const auto* const sequences = reinterpret_cast<const std::uint32_t*>(tokens);
    const compressed_words words(tokens + literals_at(count), out_bytes);
    lz::output_ring<Thread> output(t, block + at + lz::writer_memory::ring_at, ring_bytes, out);
    lz::group_writer<Thread> writer(t, warp, output, block, at);
    gompresso::staged_literals<Thread> literals(t, words, block, at + lz::writer_memory::staged_at);
    const auto load = [&](std::uint32_t first) {
      return first + t.lane() < count ? t.load(sequences + first + t.lane()) : 0;
    };
    std::uint32_t literals_taken = words.begin_bit() / 8;
    std::uint32_t ahead = load(0);
    literals.ask(literals_taken);
    CODAG_NO_UNROLL
    for (std::uint32_t first = 0; first < count; first += simt::warp_size) {
      const gompresso::sequence s = gompresso::sequence_of(ahead);
      const auto group = lz::sequence_group::of(warp, s.literals, s.length, s.distance,
                                                output.position(), literals_taken);
      if (warp.any(gompresso::is_wrong(s, group, allowed, output.begin(), output.position())))
        return status::malformed_symbol;
      if (writer.is_one_batch(group)) literals.stage(group.first_literal, group.all_literals);
      // The next group is being loaded while this one is written.
      literals_taken += group.all_literals;
      ahead = load(first + simt::warp_size);
      literals.ask(literals_taken);
      writer.write(group, literals);
    }
    output.finish();
    return status::ok;
  }

 private:
  /// Sequences have whole lines to themselves.
  static CODAG_HOST_DEVICE constexpr std::uint64_t literals_at(std::uint64_t count) {
    return (4 * count + cache_line_bytes - 1) / cache_line_bytes * cache_line_bytes;
  }
};

}  // namespace codag::gompresso_bit
