// gompresso_bit's device decoder whose output goes through a ring in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/checked_group.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso_bit/batch_reader.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/group_writer.hpp"
#include "codag/lz/sequences/sequence_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_bit {

/// A ring_decoder (see the concept). Each lane decodes a sub-block to shared memory, and then the
/// warp writes the sequences group by group.
struct ring_decoder {
  static constexpr unsigned resident_warps = 16;
  static constexpr unsigned standard_ring_bytes = 2048;

  static CODAG_HOST_DEVICE constexpr unsigned shared_bytes(std::uint32_t ring_bytes) {
    return lz::writer_memory::bytes(ring_bytes) + static_cast<unsigned>(sizeof(batch_storage));
  }

  template <class Thread>
  static CODAG_DEVICE status decode(const Thread& t, const std::byte* in, std::uint32_t in_bytes,
                                    std::byte* out, std::uint32_t out_bytes, std::byte* block,
                                    std::uint32_t at, std::uint32_t ring_bytes) {
    const simt::warp_group<Thread> warp(t);
    const compressed_words words(in, in_bytes);
    const std::uint32_t storage_at = at + lz::writer_memory::bytes(ring_bytes);
    auto& storage = *reinterpret_cast<batch_storage*>(block + storage_at);
    batch_reader<Thread> reader(t, warp, words, storage);
    if (const status s = reader.open(in, {in_bytes, out_bytes}); s != status::ok) return s;
    lz::output_ring<Thread> output(t, block + at + lz::writer_memory::ring_at, ring_bytes, out);
    lz::group_writer<Thread> writer(t, warp, output, block, at);
    const std::uint32_t literals_at =
        storage_at + static_cast<std::uint32_t>(offsetof(batch_storage, literals));
    std::uint32_t group_begin = output.position();
    CODAG_NO_UNROLL
    while (!reader.at_end())
      if (!reader.read() ||
          !write(t, warp, reader, storage, literals_at, output, writer, group_begin))
        return status::malformed_symbol;
    output.finish();
    return status::ok;
  }

 private:
  /// All literals are where the writer looks for them.
  struct brought_literals {
    struct brought {
      std::uint32_t shift, staged_bytes;
    };
    CODAG_DEVICE brought bring() const { return {}; }
    CODAG_DEVICE brought bring(std::uint32_t /*from*/, std::uint32_t /*to*/) const { return {}; }
  };

  /// Writes a batch, whose literals are at `literals_at` of the writer's memory. Returns false, in
  /// all lanes, if a sequence is wrong.
  template <class Thread>
  static CODAG_DEVICE bool write(const Thread& t, const simt::warp_group<Thread>& warp,
                                 const batch_reader<Thread>& reader, const batch_storage& storage,
                                 std::uint32_t literals_at, lz::output_ring<Thread>& output,
                                 lz::group_writer<Thread>& writer, std::uint32_t& group_begin) {
    const std::uint32_t count = reader.sequences();
    // A batch of few sub-blocks may be less than a group.
    const std::uint32_t per_block = reader.per_block(), most = reader.lanes() * per_block;
    const std::uint32_t at_once = most < simt::warp_size ? most : simt::warp_size;
    CODAG_NO_UNROLL
    for (std::uint32_t first = 0; first < count; first += at_once) {
      if ((reader.first() + first) % gompresso::group_sequences == 0)
        group_begin = output.position();
      const std::uint32_t index = first + t.lane();
      const gompresso::sequence s = gompresso::sequence_of(
          t.lane() < at_once && index < count ? storage.sequences[index] : 0);
      auto group =
          lz::sequence_group::of(warp, s.literals, s.length, s.distance, output.position(), 0);
      if (warp.any(gompresso::is_wrong(s, group, reader.allowed(), output.begin(), group_begin)))
        return false;
      // The literals of a sub-block lie one after the other in its lane's bytes.
      const std::uint32_t in_lane =
          group.literals_at - warp.shuffle(group.literals_at, t.lane() / per_block * per_block);
      group.literals_at = literals_at + index / per_block * reader.literal_room() + in_lane;
      writer.write(group, brought_literals{});
    }
    return true;
  }
};

}  // namespace codag::gompresso_bit
