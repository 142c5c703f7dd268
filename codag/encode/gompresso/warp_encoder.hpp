// Gompresso's compressor on a GPU: the blocks of data are compressed at once (Sitaridi et al., ICPP
// 2016, Fig. 1a), each by a warp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/gompresso/settings.hpp"
#include "codag/codec/gompresso/warp_parse.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/codec/gompresso_byte/gompresso_byte.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/gompresso/sequence_writer.hpp"
#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso {

/// The kernel. It makes the bytes that gompresso_byte::encode() makes with parse_warp(). The paper
/// does not say how a block is compressed on a GPU.
struct warp_per_chunk_encoder {
  using element_types = gompresso_byte::element_types;
  static constexpr const char* name = "warp_per_chunk_encoder";
  static constexpr std::array parts{part{"schedule", "warp_per_chunk"}};
  static constexpr std::array<parameter, 0> parameters{};
  static constexpr unsigned warps = 2;
  static constexpr unsigned max_threads = warps * simt::warp_size;
  static constexpr unsigned min_blocks = 6;  // their tables fill the shared memory of an sm_90
  struct shared_storage {
    warp_parse::bucket tables[warps][warp_parse::buckets];
  };

  device_encoding job;
  warp_parse::rules rules;
  std::uint32_t most_literals, limits_word;
  bool eliminate;

  static warp_per_chunk_encoder with(const device_encoding& job,
                                     std::span<const std::uint64_t> /*values*/) {
    const settings s = settings_of(job.settings);
    return {job,
            {s.window, s.look_ahead, s.min_match},
            s.max_literals,
            limits{s.eliminate_dependencies ? 1u : 0u, s.look_ahead, s.window}.word(),
            s.eliminate_dependencies};
  }
  /// Why the kernel cannot encode as these settings of the codec say; empty if it can.
  static std::string why_not_settings(std::span<const std::uint64_t> values) {
    return settings_of(values).parse == parse_kind::warp
               ? ""
               : "a warp finds other matches than this parse; choose \"parse\": \"warp\"";
  }
  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {(job.chunk_count + warps - 1) / warps, max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const std::uint32_t index = t.block() * warps + t.warp();
    if (index >= job.chunk_count) return;  // the whole warp leaves; nothing waits for the block
    warp_parse::bucket* const table = shared.tables[t.warp()];
    for (std::uint32_t b = t.lane(); b < warp_parse::buckets; b += simt::warp_size) table[b] = {};
    const chunk* const its = job.chunks + index;
    const std::uint32_t size = t.load(&its->out_bytes);
    const compressed_words raw(job.values + t.load(&its->out_offset), size);
    std::byte* const out = job.bits + t.load(&its->in_offset);
    sequence_writer<Thread> writer(t, raw, reinterpret_cast<std::uint8_t*>(out),
                                   t.load(&its->in_bytes), most_literals, eliminate);
    // The table is empty before a lane looks into it.
    t.sync_warp();
    for (std::uint32_t at = 0; at < size && writer.fits();)
      at = take_step(t, raw, size, at, table, writer);
    writer.finish(size);
    if (t.lane() != 0) return;
    const bool fits = writer.fits() && gompresso_byte::header_bytes <= t.load(&its->in_bytes);
    if (fits) {
      t.store(reinterpret_cast<std::uint32_t*>(out), writer.sequences());
      t.store(reinterpret_cast<std::uint32_t*>(out) + 1, limits_word);
    }
    t.store(job.encoded_bytes + index, fits ? writer.written() : 0);
    t.store(job.statuses + index, fits ? status::ok : status::output_overflow);
  }

 private:
  struct found_match {
    std::uint32_t length, distance;
  };

  /// Returns where the next step begins. Collective over the warp.
  template <class Thread>
  CODAG_DEVICE std::uint32_t take_step(const Thread& t, const compressed_words& raw,
                                       std::uint32_t size, std::uint32_t at,
                                       warp_parse::bucket* table,
                                       sequence_writer<Thread>& writer) const {
    const simt::warp_group<Thread> warp(t);
    const std::uint32_t mine = at + warp.rank(), source_end = writer.source_end(size);
    const bool has_bytes = mine + warp_parse::hashed_bytes <= size;
    const std::uint32_t place = has_bytes ? warp_parse::bucket_of(raw.load_unaligned(t, mine)) : 0;
    warp_parse::bucket known{0, 0};
    if (has_bytes) known = table[place];
    const found_match match = match_at(t, raw, size, mine, source_end, known);
    const unsigned found = warp.ballot(match.length != 0);
    const unsigned first = warp.first_of(found);  // warp_size if there is none
    // Of the lanes with the same bucket, the last one enters its position.
    const bool enters = has_bytes && warp.rank() <= first;
    const unsigned same = warp.match_any(enters ? place : ~warp.rank());
    // All lanes have looked into the table before one changes it.
    t.sync_warp();
    if (enters && warp.last_of(same) == warp.rank()) {
      known.enter(mine, rules.usable(known.newest, source_end));
      table[place] = known;
    }
    // It is changed before the next step looks into it.
    t.sync_warp();
    if (found == 0) {
      const std::uint32_t next =
          size - at < warp_parse::positions ? size : at + warp_parse::positions;
      writer.add_literals(next);
      return next;
    }
    const std::uint32_t length = warp.shuffle(match.length, first);
    writer.add(at + first, length, warp.shuffle(match.distance, first));
    return at + first + length;
  }

  /// The match of a lane's position; of length 0 if it has none. The lane looks by itself.
  template <class Thread>
  CODAG_DEVICE found_match match_at(const Thread& t, const compressed_words& raw,
                                    std::uint32_t size, std::uint32_t at, std::uint32_t source_end,
                                    const warp_parse::bucket& known) const {
    for (unsigned k = 0; k < 2; ++k) {
      const std::uint32_t entry = k == 0 ? known.newest : known.older;
      if (!rules.usable(entry, source_end)) continue;
      const std::uint32_t from = entry - 1;
      const std::uint32_t length =
          common_bytes(t, raw, from, at, rules.most(at, from, size, source_end));
      if (length >= rules.min_match) return {length, at - from};
    }
    return {0, 0};
  }
  /// How many bytes from `from` on and from `at` on are the same, at most `most`.
  template <class Thread>
  static CODAG_DEVICE std::uint32_t common_bytes(const Thread& t, const compressed_words& raw,
                                                 std::uint32_t from, std::uint32_t at,
                                                 std::uint32_t most) {
    for (std::uint32_t length = 0; length < most; length += 4) {
      const std::uint32_t differ =
          raw.load_unaligned(t, from + length) ^ raw.load_unaligned(t, at + length);
      if (differ == 0) continue;
      const std::uint32_t same = length + lowest_bit(differ) / 8;
      return same < most ? same : most;
    }
    return most;
  }
};

}  // namespace codag::gompresso
