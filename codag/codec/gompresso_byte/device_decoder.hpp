// gompresso_byte's device decoder: each lane takes a sequence.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/lz/sequences/back_reference.hpp"
#include "codag/lz/sequences/copy_by_lane.hpp"
#include "codag/lz/sequences/resolution.hpp"
#include "codag/lz/sequences/resolve_group.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_byte {

/// A resolving_decoder (see the concept).
struct device_decoder {
  static constexpr unsigned shared_bytes = 0;

  /// Decodes a chunk as section III of the paper says: the lanes of a warp read the sequences of a
  /// group, copy their literals, and resolve their back-references. Collective over the warp; all
  /// lanes have the status, which is that of the reference decoder. If Resolution needs
  /// independence and the chunk has a dependency, it is malformed_symbol instead.
  template <class Resolution, class Thread>
    requires lz::resolution<Resolution, Thread>
  static CODAG_DEVICE status decode(const Thread& t, const std::byte* in, std::uint32_t in_bytes,
                                    std::byte* out, std::uint32_t out_bytes,
                                    std::byte* /*shared*/) {
    static_assert(gompresso::group_sequences == simt::warp_size);
    if (in_bytes < header_bytes) return status::truncated_input;
    const simt::warp_group<Thread> warp(t);
    const compressed_words words(in, in_bytes);
    const auto* const from = reinterpret_cast<const std::uint8_t*>(in);
    auto* const to = reinterpret_cast<std::uint8_t*>(out);
    const limits allowed = limits::of(words.load_unaligned(t, 4));
    if (!allowed.well_formed()) return status::malformed_symbol;
    const bool independent = allowed.independent() || Resolution::needs_independence;

    std::uint32_t taken = header_bytes, written = 0;
    for (std::uint32_t left = words.load_unaligned(t, 0); left > 0;) {
      const std::uint32_t count = left < simt::warp_size ? left : simt::warp_size;
      left -= count;
      if (in_bytes - taken < count * sequence_bytes) return status::truncated_input;
      const sequence mine =
          t.lane() < count ? sequence_of(words.load_unaligned(t, taken + t.lane() * sequence_bytes))
                           : sequence{};
      taken += count * sequence_bytes;
      if (warp.any(!allowed.allow(mine))) return status::malformed_symbol;

      std::uint32_t literals, bytes;
      const std::uint32_t literals_at = taken + warp.exclusive_sum(mine.literals, literals);
      if (literals > in_bytes - taken) return status::truncated_input;
      const std::uint32_t begin = written + warp.exclusive_sum(mine.bytes(), bytes);
      if (bytes > out_bytes - written) return status::output_overflow;
      const lz::back_reference reference{begin, begin + mine.literals, mine.length, mine.distance};
      if (warp.any(mine.distance > reference.at ||
                   (independent && mine.length > 0 && reference.source_end() > written)))
        return status::malformed_symbol;

      lz::copy_by_lane(t, from + literals_at, to + begin, mine.literals, mine.literals,
                       {from, from + in_bytes});
      lz::resolve_group<Resolution>(t, to, reference, written);
      taken += literals;
      written += bytes;
    }
    if (written < out_bytes) return status::truncated_input;
    return taken == in_bytes ? status::ok : status::trailing_input;
  }
};

}  // namespace codag::gompresso_byte
