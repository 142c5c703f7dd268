// What every schedule's kernel works on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/chunked_column.hpp"
#include "codag/status.hpp"

namespace codag {

/// A chunked column in the backend's memory. `out` is aligned to 8 bytes; `in` needs no alignment
/// and no padding. Whatever `in` and `chunks` hold, a kernel reads nothing outside `in` and writes
/// nothing outside `out` and `statuses`.
struct device_column {
  const std::byte* in;
  std::uint64_t in_bytes;
  std::byte* out;
  std::uint64_t out_bytes;
  const chunk* chunks;
  std::uint32_t chunk_count;
  status* statuses;  ///< one per chunk
};

/// Loads entry `index` of the chunk table. Returns false if it points outside the column, or if the
/// chunk's uncompressed size is not a whole number of elements.
template <class Element, class Thread>
CODAG_DEVICE bool load_chunk(const Thread& t, const device_column& column, std::uint32_t index,
                             chunk& c) {
  const chunk* entry = column.chunks + index;
  c.in_offset = t.load(&entry->in_offset);
  c.out_offset = t.load(&entry->out_offset);
  c.in_bytes = t.load(&entry->in_bytes);
  c.out_bytes = t.load(&entry->out_bytes);
  return c.in_bytes <= max_chunk_bytes && c.out_bytes <= max_chunk_bytes &&
         c.in_offset <= column.in_bytes && c.in_bytes <= column.in_bytes - c.in_offset &&
         c.out_offset <= column.out_bytes && c.out_bytes <= column.out_bytes - c.out_offset &&
         c.out_bytes % sizeof(Element) == 0;
}

/// The most bytes of output that so many compressed bytes of a chunk can hold.
template <class Decoder>
CODAG_DEVICE std::uint64_t most_out_bytes(std::uint32_t in_bytes) {
  return Decoder::most_values(in_bytes) * sizeof(typename Decoder::element);
}

/// The same as load_chunk() for a chunk that Decoder decodes. Past a chunk's end the input gives
/// zeros. If zeros are symbols of the format, they would fill any output size that a truncated
/// chunk declares. So c.out_bytes is limited to the most that the chunk's bytes can hold, and a
/// truncated chunk costs no more than that. A whole chunk is never limited.
template <class Decoder, class Thread>
CODAG_DEVICE bool load_chunk_of(const Thread& t, const device_column& column, std::uint32_t index,
                                chunk& c) {
  if (!load_chunk<typename Decoder::element>(t, column, index, c)) return false;
  const std::uint64_t most = most_out_bytes<Decoder>(c.in_bytes);
  if (most < c.out_bytes) c.out_bytes = static_cast<std::uint32_t>(most);
  return true;
}

}  // namespace codag
