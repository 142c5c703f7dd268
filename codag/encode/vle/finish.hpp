// The last things that an encoder writes: the chunk's header, size and status.
#pragma once

#include <cstdint>

#include "codag/encode/device_encoding.hpp"
#include "codag/encode/vle/input_words.hpp"
#include "codag/encode/vle/workspace.hpp"

namespace codag::vle {

/// Where the stream's words go: the room after the header.
struct stream_room {
  std::uint32_t* words;  ///< null if there is not even room for the header
  std::uint64_t bits;    ///< for which there is room

  /// Whether a stream that ends at this position fits.
  [[nodiscard]] CODAG_DEVICE bool holds(std::uint64_t end) const {
    return words != nullptr && (end & position_word::bits) <= bits;
  }
};

/// The room of the job's only chunk.
template <class Thread>
CODAG_DEVICE stream_room room_of(const Thread& t, const device_encoding& job) {
  const std::uint64_t offset = t.load(&job.chunks->in_offset);
  const std::uint32_t bytes = t.load(&job.chunks->in_bytes);
  if (offset % quad_bytes != 0 || offset > job.bit_bytes || bytes > job.bit_bytes - offset ||
      bytes < header_bytes)
    return {nullptr, 0};
  return {reinterpret_cast<std::uint32_t*>(job.bits + offset + header_bytes),
          std::uint64_t{(bytes - header_bytes) / word_bytes} * 32};
}

/// Writes the chunk's header, size and status, once the stream's end is known. The chunk is empty
/// unless its status is ok. All threads of a group call it, with their ranks and the group's size.
template <class Thread>
CODAG_DEVICE void finish_chunk(const Thread& t, const device_encoding& job, const workspace& work,
                               const stream_room& room, std::uint64_t end, unsigned rank,
                               unsigned size) {
  const status result = (end & position_word::missing) != 0 ? status::malformed_symbol
                        : room.holds(end)                   ? status::ok
                                                            : status::output_overflow;
  if (result == status::ok) {
    auto* const header = reinterpret_cast<std::byte*>(room.words) - header_bytes;
    for (unsigned symbol = rank; symbol < symbols; symbol += size)
      t.store(header + symbol, static_cast<std::byte>(t.load(&work.code()->book.lengths[symbol])));
  }
  if (rank > 0) return;
  const std::uint64_t bytes = result == status::ok ? chunk_bytes_of(end & position_word::bits) : 0;
  t.store(job.encoded_bytes, static_cast<std::uint32_t>(bytes));
  t.store(job.statuses, result);
}

}  // namespace codag::vle
