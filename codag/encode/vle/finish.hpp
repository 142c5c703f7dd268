// The last things that an encoder writes: the chunk's header, size and status.
#pragma once

#include <cstdint>

#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/workspace.hpp"

namespace codag::vle {

/// Where the stream's words go: the room after the header.
struct stream_room {
  std::uint32_t* words;  ///< null if there is not even room for the header
  std::uint64_t bits;    ///< for which there is room

  /// Whether a stream that ends at `end` fits.
  [[nodiscard]] CODAG_DEVICE bool holds(std::uint64_t end) const {
    return words != nullptr && (end & position::bits) <= bits;
  }
};

/// The room of the job's only chunk, which begins at a multiple of 4.
template <class Thread>
CODAG_DEVICE stream_room room_of(const Thread& t, const device_encoding& job) {
  const std::uint64_t offset = t.load(&job.chunks->in_offset);
  const std::uint32_t bytes = t.load(&job.chunks->in_bytes);
  if (offset % word_bytes != 0 || offset > job.bit_bytes || bytes > job.bit_bytes - offset ||
      bytes < header_bytes)
    return {nullptr, 0};
  return {reinterpret_cast<std::uint32_t*>(job.bits + offset + header_bytes),
          std::uint64_t{(bytes - header_bytes) / word_bytes} * 32};
}

/// Writes the chunk's header, size and status. `end` is the position of the stream's end. A group
/// of at least one thread calls it with the thread's rank and the group's size.
template <class Thread>
CODAG_DEVICE void finish_chunk(const Thread& t, const device_encoding& job, const workspace& work,
                               std::uint64_t end, unsigned rank, unsigned size) {
  const std::uint64_t bits = end & position::bits;
  const bool fits = room_of(t, job).holds(end);
  if (fits) {
    std::byte* const header = job.bits + t.load(&job.chunks->in_offset);
    for (unsigned symbol = rank; symbol < symbols; symbol += size)
      t.store(header + symbol, static_cast<std::byte>(t.load(&work.code()->book.lengths[symbol])));
  }
  if (rank > 0) return;
  t.store(job.encoded_bytes, fits ? static_cast<std::uint32_t>(chunk_bytes_of(bits)) : 0u);
  t.store(job.statuses, (end & position::missing) != 0 ? status::malformed_symbol
                        : fits                         ? status::ok
                                                       : status::output_overflow);
}

}  // namespace codag::vle
