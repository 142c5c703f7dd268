// gompresso_byte's device decoder whose output goes through a ring in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/staged_literals.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/codec/gompresso_byte/group_reader.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/group_writer.hpp"
#include "codag/lz/sequences/sequence_group.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_byte {

/// A ring_decoder (see the concept).
struct ring_decoder {
  static constexpr unsigned resident_warps = 24;
  static constexpr unsigned standard_ring_bytes = 8192;

  static CODAG_HOST_DEVICE constexpr unsigned shared_bytes(std::uint32_t ring_bytes) {
    return lz::writer_memory::bytes(ring_bytes);
  }

  template <class Thread>
  static CODAG_DEVICE status decode(const Thread& t, const std::byte* in, std::uint32_t in_bytes,
                                    std::byte* out, std::uint32_t out_bytes, std::byte* block,
                                    std::uint32_t at, std::uint32_t ring_bytes) {
    if (in_bytes < header_bytes) return status::truncated_input;
    const simt::warp_group<Thread> warp(t);
    const compressed_words words(in, in_bytes);
    lz::output_ring<Thread> output(t, block + at + lz::writer_memory::ring_at, ring_bytes, out);
    lz::group_writer<Thread> writer(t, warp, output, block, at);
    gompresso::staged_literals<Thread> literals(t, words, block, at + lz::writer_memory::staged_at);
    group_reader<Thread> reader(t, warp, words, in_bytes, output, out_bytes);
    lz::sequence_group group;
    literals.ask(reader.look_ahead());
    CODAG_NO_UNROLL
    while (reader.read(group)) {
      if (writer.is_one_batch(group)) literals.stage(group.first_literal, group.all_literals);
      // The next group is being loaded while this one is written.
      literals.ask(reader.look_ahead());
      writer.write(group, literals);
    }
    output.finish();
    return reader.result();
  }
};

}  // namespace codag::gompresso_byte
