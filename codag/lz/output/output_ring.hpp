// output_ring: the newest bytes of a chunk's output, in a ring in shared memory whose size the
// launch chooses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output/vector_store.hpp"

namespace codag::lz {

/// The longest copy of literals, and of older output, in bytes.
inline constexpr std::uint32_t longest_copy = 255;
/// The most that a batch may write, in bytes.
inline constexpr std::uint32_t batch_bytes = 1024;
/// What is always in the ring before a batch.
inline constexpr std::uint32_t near_bytes = 512;
/// The least size of a ring: that and a batch, as a power of two.
inline constexpr std::uint32_t least_ring_bytes = 2048;
static_assert(least_ring_bytes >= near_bytes + batch_bytes + vector_bytes);
/// What is read after the last byte of a copy: the rest of a vector, and of the words that hold
/// it.
inline constexpr std::uint32_t read_after = vector_bytes + 4;
/// What a ring repeats after its end: whole vectors, for a match from its last byte on.
inline constexpr std::uint32_t repeated_bytes =
    (longest_copy + read_after + vector_bytes - 1) / vector_bytes * vector_bytes;
/// The memory of a ring of so many bytes.
CODAG_HOST_DEVICE constexpr std::uint32_t ring_memory_bytes(std::uint32_t bytes) {
  return bytes + repeated_bytes;
}

/// The output of a warp that writes a chunk from its first byte to its last one, in batches, 16
/// bytes per lane. The ring has the newest vectors; memory has all of them that are whole.
///
/// Positions are counted from the 16-byte vector in memory that holds the chunk's first byte; they
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
        begin_(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % vector_bytes)),
        out_(reinterpret_cast<std::uint8_t*>(out) - begin_),
        position_(begin_) {}

  CODAG_DEVICE std::uint32_t begin() const { return begin_; }        ///< the chunk's first byte
  CODAG_DEVICE std::uint32_t position() const { return position_; }  ///< where the batch begins
  /// Where the ring has this position.
  CODAG_DEVICE std::uint32_t place_of(std::uint32_t at) const { return at & (size_ - 1); }

  /// Puts the vector at `at`, a multiple of 16.
  CODAG_DEVICE void put_vector(std::uint32_t at, const word_quad& vector) {
    const std::uint32_t place = place_of(at);
    *vector_at(place) = vector;
    if (place < repeated_bytes) *vector_at(size_ + place) = vector;
  }
  CODAG_DEVICE const word_quad& vector(std::uint32_t at) const { return *vector_at(place_of(at)); }
  CODAG_DEVICE void put(std::uint32_t at, std::uint32_t byte) {
    const std::uint32_t place = place_of(at);
    bytes_[place] = static_cast<std::uint8_t>(byte);
    if (place < repeated_bytes) bytes_[size_ + place] = static_cast<std::uint8_t>(byte);
  }
  /// Whether the byte is less than near_bytes before the batch, or in it.
  CODAG_DEVICE bool is_near(std::uint32_t at) const { return at + near_bytes > position_; }
  CODAG_DEVICE std::uint32_t get_near(std::uint32_t at) const { return bytes_[place_of(at)]; }
  /// A byte that is near.
  CODAG_DEVICE std::uint32_t get(std::uint32_t at) const { return get_near(at); }

  /// Whether the source of a match of this distance may have left the ring before the match's
  /// vector is put. A vector may be put whole where a batch ends within it.
  CODAG_DEVICE bool is_old(std::uint32_t distance) const { return distance > size_ - vector_bytes; }
  /// Where memory has the word at `at`, a multiple of 4: for bytes that have left the ring.
  CODAG_DEVICE const std::uint32_t* in_memory(std::uint32_t at) const {
    return reinterpret_cast<const std::uint32_t*>(out_ + at);
  }
  /// A byte that has left it.
  CODAG_DEVICE std::uint8_t load(std::uint32_t at) const { return thread_.load(out_ + at); }

  /// Stores the lane's vector at `at`, which it has put, to memory, if the vector ends at or before
  /// `end`. Otherwise it is the first vector of the next batch, or finish() stores it.
  CODAG_DEVICE void store(std::uint32_t at, const word_quad& vector, std::uint32_t end) {
    if (at + vector_bytes > end) return;
    if (at >= begin_)
      thread_.store(reinterpret_cast<word_quad*>(out_ + at), vector);
    else
      store_vector(thread_, out_, at, vector_at(place_of(at)), begin_, end);
  }
  /// Ends a batch of this many bytes, all of which have been put, and stored as far as their
  /// vectors are whole.
  CODAG_DEVICE void advance(std::uint32_t count) { position_ += count; }
  /// Writes what is left. Collective over the warp; the last call.
  CODAG_DEVICE void finish() {
    // The last vector is there before a lane stores it.
    thread_.sync_warp();
    const std::uint32_t last = position_ / vector_bytes * vector_bytes;
    if (thread_.lane() == 0 && last < position_)
      store_vector(thread_, out_, last, vector_at(place_of(last)), begin_, position_);
  }

 private:
  CODAG_DEVICE word_quad* vector_at(std::uint32_t place) const {
    return reinterpret_cast<word_quad*>(bytes_ + place);
  }

  const Thread& thread_;
  std::uint8_t* bytes_;
  std::uint32_t size_;
  std::uint32_t begin_;
  std::uint8_t* out_;  // never accessed below begin_
  std::uint32_t position_;
};

}  // namespace codag::lz
