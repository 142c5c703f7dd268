// The encoding kernel of vle_merge: each block encodes segments of the values by reduce and merge.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/code_tables.hpp"
#include "codag/encode/vle/codeword_joiner.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/merged_slots.hpp"
#include "codag/encode/vle/segment_choice.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// cuSZ's encoder (merged_slots.hpp says where it is described): each thread joins the codewords of
/// a few symbols ("reduce"), then the block merges them, then neighbouring threads copy
/// neighbouring words to the segment's slot. Neither a scan within the block nor atomic operations
/// place codewords. As in cuSZ, a pass after it joins the segments.
struct merge_kernel {
  static constexpr const char* name = "vle_merge";
  static constexpr unsigned max_threads = 512, min_blocks = 2;
  static constexpr std::uint32_t most_words = 4;  ///< per thread: cuSZ joins up to 16 symbols

  device_encoding job;
  workspace work;
  segment_choice choice;
  unsigned blocks = 1;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    const unsigned slot_words = merged_slot_words(choice.words_per_thread * word_bytes);
    return {blocks, choice.threads,
            static_cast<unsigned>(sizeof(storage)) + choice.threads * slot_words * word_bytes};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared_bytes) const {
    auto& shared = *reinterpret_cast<storage*>(shared_bytes);
    auto* const slots = reinterpret_cast<std::uint32_t*>(shared_bytes + sizeof(storage));
    if (t.load(&work.code()->longest) <= short_code_table::longest)
      encode_segments(t, shared, shared.short_codes, slots);
    else
      encode_segments(t, shared, shared.long_codes, slots);
  }

 private:
  struct alignas(simt::shared_alignment) storage {
    union {
      short_code_table short_codes;
      long_code_table long_codes;
    };
    std::uint32_t bits[max_threads];
    std::uint32_t missing;  ///< whether a symbol of the segment has no codeword
  };

  template <class Table, class Thread>
  CODAG_DEVICE void encode_segments(const Thread& t, storage& shared, Table& table,
                                    std::uint32_t* slots) const {
    table.fill(t, work.code()->book);
    if (t.thread_index() == 0) shared.missing = 0;
    t.sync_block();  // the table is written before any thread reads it
    for (std::uint32_t segment = t.block(); segment < work.segments; segment += t.grid_blocks()) {
      switch (choice.words_per_thread) {
        case 1:
          encode_segment<1>(t, shared, table, slots, segment);
          break;
        case 2:
          encode_segment<2>(t, shared, table, slots, segment);
          break;
        default:
          encode_segment<most_words>(t, shared, table, slots, segment);
      }
    }
  }

  template <unsigned words, class Table, class Thread>
  CODAG_DEVICE void encode_segment(const Thread& t, storage& shared, const Table& table,
                                   std::uint32_t* slots, std::uint32_t segment) const {
    const merged_slots<words * word_bytes> merged(slots, shared.bits);
    if (!reduce<words>(t, table, segment, merged)) t.atomic_or(&shared.missing, 1u);
    merged.merge_all(t);
    const std::uint32_t bits = merged.bits();
    for (std::uint32_t w = t.thread_index(); w < (bits + 31) / 32; w += t.block_threads())
      t.store(work.slot(segment) + w, merged.slot(0)[w]);
    if (t.thread_index() == 0) {
      publish_size(t, work, segment, bits, shared.missing != 0);
      shared.missing = 0;
    }
    t.sync_block();  // the segment has been copied before the next one overwrites it
  }

  /// Joins the codewords of the thread's symbols in its slot. Returns whether each symbol has one.
  template <unsigned words, class Table, class Thread>
  CODAG_DEVICE bool reduce(const Thread& t, const Table& table, std::uint32_t segment,
                           const merged_slots<words * word_bytes>& merged) const {
    constexpr std::uint32_t bytes = words * word_bytes;
    const std::uint64_t at =
        std::uint64_t{segment} * choice.segment_bytes() + std::uint64_t{t.thread_index()} * bytes;
    const std::uint32_t count = bytes_at(job, at, bytes);
    const auto* const copy = table.copy_of(t.lane());
    codeword_joiner joiner(merged.slot(t.thread_index()), 0);
    std::uint32_t bits = 0;
    bool all = true;
    const auto join = [&](std::uint32_t symbol) {
      const auto entry = Table::find(copy, symbol);
      // A symbol without a codeword takes a bit, so that it stays within the slot.
      const bool lacks = Table::length(entry) == Table::lacking;
      const std::uint32_t length = lacks ? 1 : Table::length(entry);
      all = all && !lacks;
      joiner.append(Table::codeword(entry), length);
      bits += length;
    };
    if (count < bytes) {
      for (std::uint32_t i = 0; i < count; ++i)
        join(static_cast<std::uint32_t>(t.load(job.values + at + i)));
    } else {
      std::uint32_t values[words];
      load_words<words>(t, at, values);
      for (unsigned i = 0; i < words; ++i)
        for (unsigned k = 0; k < word_bytes; ++k) join(values[i] >> 8 * k & 0xff);
    }
    *joiner.at() = joiner.rest();
    merged.set_bits(t.thread_index(), bits);
    return all;
  }

  template <unsigned words, class Thread>
  CODAG_DEVICE void load_words(const Thread& t, std::uint64_t at,
                               std::uint32_t (&values)[words]) const {
    if constexpr (words == quad_words) {
      const word_quad quad = t.load(reinterpret_cast<const word_quad*>(job.values + at));
      for (unsigned i = 0; i < words; ++i) values[i] = quad.words[i];
    } else {
      const auto* const from = reinterpret_cast<const std::uint32_t*>(job.values + at);
      for (unsigned i = 0; i < words; ++i) values[i] = t.load(from + i);
    }
  }
};

}  // namespace codag::vle
