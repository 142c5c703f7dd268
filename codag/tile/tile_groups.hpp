// Which tiles of a column each group of threads decodes, and where it records what it refuses.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/tile/refusals.hpp"

namespace codag {

/// The groups of a launch: each chunk has `per_chunk` of them, which share its tiles. Any number of
/// groups is right for any chunk.
struct tile_groups {
  device_column column;
  std::uint32_t per_chunk;
  refusal* refusals;  ///< one per group

  /// How many groups a chunk of average size needs, if a group takes `values` values.
  template <class Element>
  static constexpr std::uint32_t for_values(const device_column& column, std::uint64_t values) {
    if (column.chunk_count == 0) return 1;
    const std::uint64_t group_bytes = sizeof(Element) * values;
    const std::uint64_t chunk_bytes = column.out_bytes / column.chunk_count;
    const std::uint64_t groups = (chunk_bytes + group_bytes - 1) / group_bytes;
    return groups == 0 ? 1 : static_cast<std::uint32_t>(groups);
  }

  [[nodiscard]] CODAG_HOST_DEVICE constexpr std::uint32_t count() const {
    return column.chunk_count * per_chunk;
  }

  /// Opens the chunk of group `index` and calls decode(chunk, words, layout, group_of_chunk), which
  /// decodes the group's tiles and returns the first refusal. All threads of the group call it
  /// alike; the thread with `recorder` records the refusal.
  template <class Decoder, class Element, class Thread, class Decode>
  CODAG_DEVICE void decode_group(const Thread& t, std::uint32_t index, bool recorder,
                                 const Decode& decode) const {
    const std::uint32_t group_of_chunk = index % per_chunk;
    const refusal first = of_chunk<Decoder, Element>(t, index / per_chunk, group_of_chunk, decode);
    if (recorder) t.store(refusals + index, first);
  }

 private:
  template <class Decoder, class Element, class Thread, class Decode>
  CODAG_DEVICE refusal of_chunk(const Thread& t, std::uint32_t chunk_index,
                                std::uint32_t group_of_chunk, const Decode& decode) const {
    chunk c;
    if (!load_chunk<Element>(t, column, chunk_index, c) || c.out_offset % sizeof(Element) != 0)
      return refusal_of(0, status::bad_chunk_table);
    const chunk_words<Thread> words(t, column.in + c.in_offset, c.in_bytes);
    typename Decoder::layout layout;
    // One group of the chunk checks the whole header, and gives its status.
    const bool checks_header = group_of_chunk == 0;
    const status header = Decoder::open(
        words, static_cast<std::uint32_t>(c.out_bytes / sizeof(Element)), checks_header, layout);
    if (header != status::ok) return checks_header ? refusal_of(0, header) : nothing_refused;
    return decode(c, words, layout, group_of_chunk);
  }
};

}  // namespace codag
