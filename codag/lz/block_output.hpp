// block_output: the output of a block that writes a chunk, and the newest bytes of it in shared
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/line_store.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// The shared memory of a block_output.
struct block_output_storage {
  /// As far as a match reaches back (RFC 1951 section 2).
  static constexpr std::uint32_t ring_bytes = 32768;

  word_quad ring[ring_bytes / line_bytes];  ///< the newest lines before the slab
  word_quad begun;                          ///< the slab's first line, as far as it is written
};

/// The block writes slabs: some lines of 16 bytes each, the last of which may be left unfinished.
/// The next slab begins with that line.
///
/// Positions are counted from the 16-byte line in memory that holds the chunk's first byte; places
/// in the slab are counted from the slab's first line.
template <class Thread>
class block_output {
 public:
  static constexpr std::uint32_t ring_bytes = block_output_storage::ring_bytes;

  /// Collective over the block. A barrier follows before the storage is read.
  CODAG_DEVICE block_output(const Thread& t, block_output_storage& s, std::byte* out,
                            std::uint32_t out_bytes)
      : thread_(t),
        s_(s),
        begin_(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % line_bytes)),
        end_(begin_ + out_bytes),
        out_(reinterpret_cast<std::uint8_t*>(out) - begin_),
        position_(begin_) {
    if (t.thread_index() == 0) s.begun = {};
  }

  /// The slab's first line.
  CODAG_DEVICE std::uint32_t slab() const { return position_ / line_bytes * line_bytes; }
  /// The bytes of that line that are written: places below this are not the slab's.
  CODAG_DEVICE std::uint32_t begun_bytes() const { return position_ % line_bytes; }
  /// The chunk's bytes that are written.
  CODAG_DEVICE std::uint32_t written() const { return position_ - begin_; }
  /// The chunk's bytes that are not.
  CODAG_DEVICE std::uint32_t left() const { return end_ - position_; }

  /// The byte at a position before the slab's first line, at most ring_bytes before the line that
  /// is being written.
  CODAG_DEVICE std::uint32_t byte_at(std::uint32_t position) const {
    return reinterpret_cast<const std::uint8_t*>(s_.ring)[position % ring_bytes];
  }
  /// The slab's first line, of which begun_bytes() bytes are written.
  CODAG_DEVICE const word_quad& begun() const { return s_.begun; }
  CODAG_DEVICE std::uint32_t begun_byte(unsigned k) const {
    return reinterpret_cast<const std::uint8_t*>(&s_.begun)[k];
  }

  /// Writes a line of the slab, each one once. `slab_end` counts the slab's bytes, and those of its
  /// first line that an earlier slab has written.
  CODAG_DEVICE void write(std::uint32_t line, std::uint32_t slab_end, const word_quad& quad) {
    if (line + line_bytes > slab_end) {
      s_.begun = quad;
      return;
    }
    const std::uint32_t at = slab() + line;
    word_quad& in_ring = s_.ring[at % ring_bytes / line_bytes];
    in_ring = quad;
    if (at >= begin_)
      thread_.store(reinterpret_cast<word_quad*>(out_ + at), quad);
    else
      store_line(thread_, out_, at, &in_ring, begin_, slab() + slab_end);
  }
  /// All of the slab's lines are written. The caller passes a barrier before it reads them.
  CODAG_DEVICE void advance(std::uint32_t slab_end) { position_ = slab() + slab_end; }

  /// Writes the line that is begun, and returns whether the chunk is whole. Collective over the
  /// block; the last call.
  CODAG_DEVICE bool finish() {
    // The last line is there before it is stored.
    thread_.sync_block();
    if (thread_.thread_index() == 0 && begun_bytes() > 0)
      store_line(thread_, out_, slab(), &s_.begun, begin_, position_);
    return position_ == end_;
  }

 private:
  const Thread& thread_;
  block_output_storage& s_;
  std::uint32_t begin_, end_;  // the chunk's first byte, and the one after its last
  std::uint8_t* out_;          // never accessed outside them
  std::uint32_t position_;     // the next byte
};

}  // namespace codag::lz
