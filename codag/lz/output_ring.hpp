// output_ring: the newest bytes of a chunk's output, in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// The shared memory of a ring.
inline constexpr std::uint32_t ring_bytes = 2048;

/// The output of a warp that writes a chunk in batches. Within a batch, the lanes put bytes at any
/// place and get bytes from any place before; the ring holds them. Whole lines of it go to memory,
/// 16 bytes per lane. A byte that has left the ring is loaded from there.
///
/// Positions are counted from the 16-byte line in memory that holds the chunk's first byte.
template <class Thread>
class output_ring {
 public:
  /// The most that a batch may write. The ring keeps as many bytes from before the batch as it has
  /// more than that.
  static constexpr std::uint32_t batch_bytes = 1024;

  /// `ring` has ring_bytes bytes and is aligned to 16.
  CODAG_DEVICE output_ring(const Thread& t, std::byte* ring, std::byte* out)
      : thread_(t),
        ring_(reinterpret_cast<std::uint8_t*>(ring)),
        begin_(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % line_bytes)),
        out_(reinterpret_cast<std::uint8_t*>(out) - begin_),
        position_(begin_) {}

  /// Where the batch begins.
  CODAG_DEVICE std::uint32_t position() const { return position_; }
  /// The bytes of the chunk that are written: those before the batch.
  CODAG_DEVICE std::uint32_t written() const { return position_ - begin_; }

  CODAG_DEVICE void put(std::uint32_t at, std::uint32_t byte) {
    ring_[at % ring_bytes] = static_cast<std::uint8_t>(byte);
  }
  CODAG_DEVICE std::uint32_t get(std::uint32_t at) const {
    return at >= near_ ? ring_[at % ring_bytes] : thread_.load(out_ + at);
  }

  /// Ends a batch that has put this many bytes, without a gap. Collective over the warp.
  CODAG_DEVICE void advance(std::uint32_t count) {
    // All bytes of the batch are in the ring before any lane moves them to memory.
    thread_.sync_warp();
    position_ += count;
    for (; position_ - flushed_ >= flush_bytes; flushed_ += flush_bytes) flush();
    near_ = position_ < kept_bytes ? 0 : position_ - kept_bytes;
    // The lines are in memory before any lane gets a byte from there, and have been read before the
    // next batch overwrites them.
    thread_.sync_warp();
  }
  /// Writes what is left. Collective over the warp; the last call.
  CODAG_DEVICE void finish() { flush(); }

 private:
  static constexpr std::uint32_t line_bytes = sizeof(word_quad);
  static constexpr std::uint32_t flush_bytes = line_bytes * simt::warp_size;
  static constexpr std::uint32_t kept_bytes = ring_bytes - batch_bytes;
  static_assert(kept_bytes >= flush_bytes, "what is not kept has been flushed");

  /// Writes each lane's line, as far as the output has come to it.
  CODAG_DEVICE void flush() {
    const std::uint32_t line = flushed_ + line_bytes * thread_.lane();
    if (line >= begin_ && line + line_bytes <= position_) {
      thread_.store(reinterpret_cast<word_quad*>(out_ + line),
                    *reinterpret_cast<const word_quad*>(ring_ + line % ring_bytes));
      return;
    }
    // The chunk's first line, or its last one.
    const std::uint32_t end = line + line_bytes < position_ ? line + line_bytes : position_;
    for (std::uint32_t at = line < begin_ ? begin_ : line; at < end; ++at)
      thread_.store(out_ + at, ring_[at % ring_bytes]);
  }

  const Thread& thread_;
  std::uint8_t* ring_;
  std::uint32_t begin_;  // the chunk's first byte
  std::uint8_t* out_;    // never accessed below begin_
  std::uint32_t position_;
  std::uint32_t flushed_ = 0;  // up to here, all bytes are in memory
  std::uint32_t near_ = 0;     // from here on, the ring has them
};

}  // namespace codag::lz
