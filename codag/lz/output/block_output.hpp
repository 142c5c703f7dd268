// block_output: the output of a block that writes a chunk, and the newest bytes of it in shared
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/vector_store.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// The shared memory of a block_output.
struct block_output_storage {
  /// As far as a match reaches back (RFC 1951 section 2).
  static constexpr std::uint32_t ring_bytes = 32768;

  /// The newest bytes that are written. The vector that is written only in part still has the bytes
  /// of the vector ring_bytes before it.
  word_quad ring[ring_bytes / vector_bytes];
};

/// The block writes batches: some vectors of 16 bytes each, the last of which may be left
/// unfinished. The next batch begins with that vector.
///
/// Positions are counted from the 16-byte vector in memory that holds the chunk's first byte;
/// places in the batch are counted from the batch's first vector.
template <class Thread>
class block_output {
 public:
  static constexpr std::uint32_t ring_bytes = block_output_storage::ring_bytes;

  /// Collective over the block. A barrier follows before the storage is read.
  CODAG_DEVICE block_output(const Thread& t, block_output_storage& s, std::byte* out,
                            std::uint32_t out_bytes)
      : thread_(t),
        s_(s),
        begin_(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % vector_bytes)),
        end_(begin_ + out_bytes),
        out_(reinterpret_cast<std::uint8_t*>(out) - begin_),
        batch_(0),
        begun_(begin_) {
    if (t.thread_index() == 0) s.ring[0] = {};  // what is there before the chunk's first byte
  }

  /// The batch's first vector.
  CODAG_DEVICE std::uint32_t batch() const { return batch_; }
  /// The bytes of the batch's first vector that an earlier batch has written: lower places are not
  /// the batch's.
  CODAG_DEVICE std::uint32_t begun_bytes() const { return begun_; }
  /// The chunk's bytes that are written.
  CODAG_DEVICE std::uint32_t written() const { return position() - begin_; }
  /// The chunk's bytes that are not.
  CODAG_DEVICE std::uint32_t left() const { return end_ - position(); }

  /// The byte at a position that is written, at most ring_bytes before the next one.
  CODAG_DEVICE std::uint32_t byte_at(std::uint32_t position) const {
    return reinterpret_cast<const std::uint8_t*>(s_.ring)[position % ring_bytes];
  }
  /// The batch's first vector, of which begun_bytes() bytes are written.
  CODAG_DEVICE const word_quad& begun() const { return in_ring(batch_); }

  /// Writes a vector of the batch, each one once. `batch_end` counts the batch's bytes, and those
  /// of its first vector that an earlier batch has written.
  CODAG_DEVICE void write(std::uint32_t vector, std::uint32_t batch_end, const word_quad& quad) {
    const std::uint32_t at = batch_ + vector;
    word_quad& kept = in_ring(at);
    if (vector + vector_bytes > batch_end) {
      overwrite(kept, quad, batch_end - vector);
      return;
    }
    kept = quad;
    if (at >= begin_)
      thread_.store(reinterpret_cast<word_quad*>(out_ + at), quad);
    else
      store_vector(thread_, out_, at, &kept, begin_, batch_ + batch_end);
  }
  /// All of the batch's vectors are written. The caller passes a barrier before it reads them.
  CODAG_DEVICE void advance(std::uint32_t batch_end) {
    batch_ += batch_end / vector_bytes * vector_bytes;
    begun_ = batch_end % vector_bytes;
  }

  /// Begins with `count` bytes that memory has, at most those of the chunk. The first call.
  /// Collective over the block; a barrier follows before the ring is read.
  CODAG_DEVICE void adopt(std::uint32_t count) {
    const std::uint32_t end = begin_ + count, kept = end > ring_bytes ? end - ring_bytes : 0;
    // Thread 0 has stored the first vector in the constructor.
    thread_.sync_block();
    // The last vector shares its place with the first one, of which only a part is kept.
    for (std::uint32_t at = (kept + vector_bytes - 1) / vector_bytes * vector_bytes +
                            vector_bytes * thread_.thread_index();
         at < end; at += vector_bytes * thread_.block_threads()) {
      word_quad& quad = in_ring(at);
      if (at >= begin_ && at + vector_bytes <= end) {
        quad = thread_.load(reinterpret_cast<const word_quad*>(out_ + at));
        continue;
      }
      quad = {};
      auto* const bytes = reinterpret_cast<std::uint8_t*>(&quad);
      for (unsigned k = 0; k < vector_bytes; ++k) {
        const std::uint32_t from = at + k < end ? at + k : at + k - ring_bytes;
        if (from >= begin_ && from < end) bytes[k] = thread_.load(out_ + from);
      }
    }
    advance(end);
  }

  /// Makes a batch of `count` bytes of the input, from its byte `from` on, and ends it. It may be
  /// longer than the ring. Barriers must separate the call from earlier writes and later reads by
  /// other threads. Vectors that share a place in the ring are written in order by one thread: the
  /// ring has equally many for each thread (block_token_storage). Collective over the block.
  CODAG_DEVICE void append(const compressed_words& in, std::uint32_t from, std::uint32_t count) {
    constexpr unsigned at_once = 4;  // a thread's loads that are under way together
    const std::uint32_t batch_end = begun_ + count, step = vector_bytes * thread_.block_threads();
    const std::uint32_t mine = vector_bytes * thread_.thread_index();
    // The first vector and the last one may have other bytes, too.
    const std::uint32_t whole = batch_end / vector_bytes * vector_bytes;
    const auto is_whole = [&](std::uint32_t at) { return at >= vector_bytes && at < whole; };
    if (mine == 0) write(0, batch_end, vector_of(in, from, 0, batch_end));
    word_quad loaded[at_once];
    CODAG_NO_UNROLL
    for (std::uint32_t first = mine; first < whole; first += at_once * step) {
      CODAG_UNROLL
      for (unsigned k = 0; k < at_once; ++k)
        if (const std::uint32_t at = first + k * step; is_whole(at))
          loaded[k] = in.load_vector(thread_, from + at - begun_);
      CODAG_UNROLL
      for (unsigned k = 0; k < at_once; ++k)
        if (const std::uint32_t at = first + k * step; is_whole(at)) {
          thread_.store(reinterpret_cast<word_quad*>(out_ + batch_ + at), loaded[k]);
          if (at + ring_bytes >= whole) in_ring(batch_ + at) = loaded[k];
        }
    }
    if (whole > 0 && whole < batch_end && mine == whole % step)
      write(whole, batch_end, vector_of(in, from, whole, batch_end));
    advance(batch_end);
  }

  /// Writes the vector that is begun, and returns whether the chunk is whole. Collective over the
  /// block; the last call.
  CODAG_DEVICE bool finish() {
    // The last vector is there before it is stored.
    thread_.sync_block();
    if (thread_.thread_index() == 0 && begun_ > 0)
      store_vector(thread_, out_, batch_, &in_ring(batch_), begin_, position());
    return position() == end_;
  }

 private:
  /// Where the vector at a position is kept.
  CODAG_DEVICE word_quad& in_ring(std::uint32_t at) const {
    return s_.ring[at % ring_bytes / vector_bytes];
  }
  /// Replaces the first `bytes` bytes of a vector.
  static CODAG_DEVICE void overwrite(word_quad& vector, const word_quad& by, std::uint32_t bytes) {
    CODAG_UNROLL
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint32_t before = bytes < 4 * k ? 0 : bytes - 4 * k;  // in this word, if below 4
      const std::uint32_t replaced = before < 4 ? low_bits(8 * before) : ~std::uint32_t{0};
      vector.words[k] = (by.words[k] & replaced) | (vector.words[k] & ~replaced);
    }
  }
  /// The vector at a place of a batch that append() makes, byte by byte. Its other bytes are what
  /// the ring has there.
  CODAG_DEVICE word_quad vector_of(const compressed_words& in, std::uint32_t from,
                                   std::uint32_t vector, std::uint32_t batch_end) const {
    word_quad quad = in_ring(batch_ + vector);
    CODAG_UNROLL
    for (unsigned k = 0; k < vector_bytes; ++k) {
      const std::uint32_t place = vector + k;
      if (place < begun_ || place >= batch_end) continue;
      const std::uint32_t byte = in.load_byte(thread_, in.begin_bit() / 8 + from + place - begun_);
      const unsigned shift = 8 * (k % 4);
      quad.words[k / 4] = (quad.words[k / 4] & ~(0xffu << shift)) | byte << shift;
    }
    return quad;
  }
  /// The position of the next byte.
  CODAG_DEVICE std::uint32_t position() const { return batch_ + begun_; }

  const Thread& thread_;
  block_output_storage& s_;
  std::uint32_t begin_, end_;  // the chunk's first byte, and the one after its last
  std::uint8_t* out_;          // never accessed outside them
  std::uint32_t batch_;        // the first vector that is not written
  std::uint32_t begun_;        // how many bytes of it are
};

}  // namespace codag::lz
