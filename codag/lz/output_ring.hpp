// output_ring: the newest bytes of a chunk's output, in a ring in shared memory whose size the
// launch chooses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/line_store.hpp"
#include "codag/lz/sequence_group.hpp"
#include "codag/simt/simt.hpp"

namespace codag::lz {

/// The most that a slice may write, in bytes.
inline constexpr std::uint32_t slice_bytes = 512;
/// What is always in the ring before a slice.
inline constexpr std::uint32_t near_bytes = 1024;
/// The least size of a ring: that, a slice, and less than a slice that has not been flushed.
inline constexpr std::uint32_t least_ring_bytes = 2 * slice_bytes + near_bytes;
/// What a ring repeats after its end: whole lines, for a match from its last byte on and the two
/// words that hold the match's end.
inline constexpr std::uint32_t repeated_bytes =
    (max_segment + 7) / line_bytes * line_bytes + line_bytes;
/// The memory of a ring of so many bytes.
CODAG_HOST_DEVICE constexpr std::uint32_t ring_memory_bytes(std::uint32_t bytes) {
  return bytes + repeated_bytes;
}

/// The output of a warp that writes a chunk from its first byte to its last one, in slices. Whole
/// lines go to memory, 16 bytes per lane. Bytes that have left the ring are loaded from there.
///
/// Positions are counted from the 16-byte line in memory that holds the chunk's first byte; they
/// are below 2^31. The ring has position p at p % bytes. Its first bytes are there a second time,
/// after its end, so that the bytes of a match lie one after the other, and the words that hold
/// them, too.
template <class Thread>
class output_ring {
 public:
  /// `bytes` is a power of two, at least least_ring_bytes. `memory` is aligned to 16.
  CODAG_DEVICE output_ring(const Thread& t, std::byte* memory, std::uint32_t bytes, std::byte* out)
      : thread_(t),
        bytes_(reinterpret_cast<std::uint8_t*>(memory)),
        size_(bytes),
        begin_(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % line_bytes)),
        out_(reinterpret_cast<std::uint8_t*>(out) - begin_),
        position_(begin_) {}

  CODAG_DEVICE std::uint32_t begin() const { return begin_; }        ///< the chunk's first byte
  CODAG_DEVICE std::uint32_t position() const { return position_; }  ///< where the slice begins
  /// Where the ring has this position.
  CODAG_DEVICE std::uint32_t place_of(std::uint32_t at) const { return at & (size_ - 1); }

  /// Puts four bytes; `at` is a multiple of 4.
  CODAG_DEVICE void put_word(std::uint32_t at, std::uint32_t word) {
    const std::uint32_t place = place_of(at);
    *word_at(place) = word;
    if (place < repeated_bytes) *word_at(size_ + place) = word;
  }
  CODAG_DEVICE void put(std::uint32_t at, std::uint32_t byte) {
    const std::uint32_t place = place_of(at);
    bytes_[place] = static_cast<std::uint8_t>(byte);
    if (place < repeated_bytes) bytes_[size_ + place] = static_cast<std::uint8_t>(byte);
  }
  /// Whether the byte is less than near_bytes before the slice, or in it.
  CODAG_DEVICE bool has(std::uint32_t at) const { return at + near_bytes > position_; }
  CODAG_DEVICE std::uint32_t get_near(std::uint32_t at) const { return bytes_[place_of(at)]; }
  /// A byte that is near.
  CODAG_DEVICE std::uint32_t get(std::uint32_t at) const { return get_near(at); }

  /// Whether the byte has left the ring, when the slice begins.
  CODAG_DEVICE bool is_old(std::uint32_t at) const { return at + size_ < position_ + 3; }
  /// Whether it will have, when a slice begins at `position`.
  CODAG_DEVICE bool is_old(std::uint32_t at, std::uint32_t position) const {
    return at + size_ < position + 3;
  }
  /// Where memory has the word at `at`, a multiple of 4: for bytes that have left the ring.
  CODAG_DEVICE const std::uint32_t* in_memory(std::uint32_t at) const {
    return reinterpret_cast<const std::uint32_t*>(out_ + at);
  }
  /// A byte that has left it.
  CODAG_DEVICE std::uint8_t load(std::uint32_t at) const { return thread_.load(out_ + at); }
  /// Asks for a byte that memory has.
  CODAG_DEVICE void prefetch(std::uint32_t at) const { thread_.prefetch(out_ + at); }

  /// Ends a slice of this many bytes. Collective over the warp.
  CODAG_DEVICE void advance(std::uint32_t count) {
    // All bytes of the slice are there before any lane flushes them, or copies them in the next
    // slice.
    thread_.sync_warp();
    position_ += count;
    for (; position_ - flushed_ >= flush_bytes; flushed_ += flush_bytes) flush();
  }
  /// Writes what is left. Collective over the warp; the last call.
  CODAG_DEVICE void finish() { flush(); }

 private:
  static constexpr std::uint32_t flush_bytes = line_bytes * simt::warp_size;
  static_assert(least_ring_bytes % flush_bytes == 0, "no flush goes past the ring's end");

  CODAG_DEVICE std::uint32_t* word_at(std::uint32_t place) const {
    return reinterpret_cast<std::uint32_t*>(bytes_ + place);
  }
  /// Writes each lane's line, as far as the output has come to it. The bytes stay in the ring until
  /// a later slice, which has barriers before it puts others there.
  CODAG_DEVICE void flush() {
    const std::uint32_t line = flushed_ + line_bytes * thread_.lane();
    store_line(thread_, out_, line, reinterpret_cast<const word_quad*>(bytes_ + place_of(line)),
               begin_, position_);
  }

  const Thread& thread_;
  std::uint8_t* bytes_;
  std::uint32_t size_;
  std::uint32_t begin_;
  std::uint8_t* out_;  // never accessed below begin_
  std::uint32_t position_;
  std::uint32_t flushed_ = 0;  // up to here, all bytes are in memory
};

}  // namespace codag::lz
