// output_buffer: the newest bytes of a chunk's output, in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/vector_store.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::lz {

/// The shared memory of a buffer, in bytes. With half of it, batches of long matches are cut more
/// often (docs/performance.md).
inline constexpr std::uint32_t buffer_bytes = 4096;

/// The output of a warp that writes a chunk in batches. Within a batch, the lanes put bytes at any
/// place and get bytes from any place before. The buffer holds a batch and at least 512 bytes from
/// before it. Whole vectors go to memory, 16 bytes per lane. When the buffer has no room for one
/// more batch, it slides on. Bytes that have left it are loaded from memory.
///
/// Positions are counted from the 16-byte vector in memory that holds the chunk's first byte.
template <class Thread>
class output_buffer {
 public:
  /// The most that a batch may write.
  static constexpr std::uint32_t batch_bytes = buffer_bytes / 2;

  /// `buffer` has buffer_bytes bytes and is aligned to 16.
  CODAG_DEVICE output_buffer(const Thread& t, std::byte* buffer, std::byte* out)
      : thread_(t),
        bytes_(reinterpret_cast<std::uint8_t*>(buffer)),
        begin_(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) % vector_bytes)),
        out_(reinterpret_cast<std::uint8_t*>(out) - begin_),
        position_(begin_) {}

  /// Where the batch begins.
  CODAG_DEVICE std::uint32_t position() const { return position_; }
  /// The bytes of the chunk that are written: those before the batch.
  CODAG_DEVICE std::uint32_t written() const { return position_ - begin_; }

  CODAG_DEVICE void put(std::uint32_t at, std::uint32_t byte) {
    bytes_[at - base_] = static_cast<std::uint8_t>(byte);
  }
  /// Puts the low `count` bytes of a word, up to four.
  CODAG_DEVICE void put_low(std::uint32_t at, std::uint32_t word, std::uint32_t count) {
    std::uint8_t* const to = bytes_ + (at - base_);
    if (count > 0) to[0] = static_cast<std::uint8_t>(word);
    if (count > 1) to[1] = static_cast<std::uint8_t>(byte_of<1>(word));
    if (count > 2) to[2] = static_cast<std::uint8_t>(byte_of<2>(word));
    if (count > 3) to[3] = static_cast<std::uint8_t>(byte_of<3>(word));
  }
  /// Puts four bytes; `at` is a multiple of 4.
  CODAG_DEVICE void put_word(std::uint32_t at, std::uint32_t word) {
    *reinterpret_cast<std::uint32_t*>(bytes_ + (at - base_)) = word;
  }

  /// Puts what lies in [begin, end) of the vector at `vector`, a multiple of 16.
  CODAG_DEVICE void put_part(std::uint32_t vector, const word_quad& from, std::uint32_t begin,
                             std::uint32_t end) {
    if (end - begin == vector_bytes) {
      *vector_of(vector) = from;
      return;
    }
    // The whole words, and the bytes before and after these.
    const std::uint32_t first = (begin + 3) / 4 * 4, last = end / 4 * 4;
    std::uint32_t low = 0, high = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint32_t at = vector + 4 * k;
      if (at >= first && at < last) put_word(at, from.words[k]);
      if (at < begin) low = from.words[k];
      if (at == last) high = from.words[k];
    }
    if (begin < first) put_low(begin, low >> 8 * (begin % 4), (end < first ? end : first) - begin);
    if (last >= first) put_low(last, high, end - last);
  }

  /// A byte from before the batch, or one that has been put.
  CODAG_DEVICE std::uint32_t get(std::uint32_t at) const {
    return is_near(at) ? get_near(at) : thread_.load(out_ + at);
  }
  /// Whether the buffer has this byte and those after it.
  CODAG_DEVICE bool is_near(std::uint32_t at) const { return at >= base_; }
  /// A byte that the buffer has.
  CODAG_DEVICE std::uint32_t get_near(std::uint32_t at) const { return bytes_[at - base_]; }

  /// Whether the chunk has all of the word that holds this byte. At the chunk's begin it may not.
  CODAG_DEVICE bool has_words(std::uint32_t at) const { return at >= (begin_ + 3) / 4 * 4; }
  /// Whether has_words() is true for the 15 bytes before this one, too.
  CODAG_DEVICE static bool has_vector_before(std::uint32_t at) { return at >= 2 * vector_bytes; }
  /// Gets `Count` words from the one on that holds the byte at `at`, for which has_words() is true.
  /// Bytes that have not been put yet have any value.
  template <unsigned Count>
  CODAG_DEVICE void get_words(std::uint32_t at, std::uint32_t (&words)[Count]) const {
    const std::uint32_t first = at / 4 * 4;
    if (is_near(first)) {
      const auto* const from = reinterpret_cast<const std::uint32_t*>(bytes_ + (first - base_));
      for (unsigned k = 0; k < Count; ++k) words[k] = from[k];
    } else {
      load_words(first, words);
    }
  }
  /// Whether memory has what get_words<Count>() gets.
  template <unsigned Count>
  CODAG_DEVICE bool in_memory(std::uint32_t at) const {
    return has_words(at) && at < flushed_ && flushed_ - at >= 4 * Count;
  }
  /// Gets them from there.
  template <unsigned Count>
  CODAG_DEVICE void load_words(std::uint32_t at, std::uint32_t (&words)[Count]) const {
    const auto* const from = reinterpret_cast<const std::uint32_t*>(out_ + at / 4 * 4);
    for (unsigned k = 0; k < Count; ++k) words[k] = thread_.load(from + k);
  }
  /// Asks for a byte that memory has.
  CODAG_DEVICE void prefetch(std::uint32_t at) const { thread_.prefetch(out_ + at); }

  /// Ends a batch that has put this many bytes, without a gap. Collective over the warp.
  CODAG_DEVICE void advance(std::uint32_t count) {
    // All bytes of the batch are there before any lane moves them, or copies them in the next
    // batch.
    thread_.sync_warp();
    position_ += count;
    const bool slides = position_ - base_ > buffer_bytes - batch_bytes;
    if (position_ - flushed_ < flush_bytes && !slides) return;
    for (; position_ - flushed_ >= flush_bytes; flushed_ += flush_bytes) flush();
    if (slides) slide();
    // The bytes are where they belong before any lane gets them or puts others.
    thread_.sync_warp();
  }
  /// Writes what is left. Collective over the warp; the last call.
  CODAG_DEVICE void finish() { flush(); }

 private:
  static constexpr std::uint32_t flush_bytes = vector_bytes * simt::warp_size;
  /// What the buffer keeps when it slides: this many bytes that are in memory, and all that are
  /// not.
  static constexpr std::uint32_t kept_bytes = flush_bytes;
  static_assert(kept_bytes + flush_bytes <= buffer_bytes - batch_bytes,
                "after it has slid, the buffer has room for a batch");

  CODAG_DEVICE word_quad* vector_of(std::uint32_t at) const {
    return reinterpret_cast<word_quad*>(bytes_ + (at - base_));
  }

  /// Writes each lane's vector, as far as the output has come to it.
  CODAG_DEVICE void flush() {
    const std::uint32_t vector = flushed_ + vector_bytes * thread_.lane();
    store_vector</*unrolls=*/true>(thread_, out_, vector, vector_of(vector), begin_, position_);
  }

  /// Moves what is kept to the buffer's begin.
  CODAG_DEVICE void slide() {
    const std::uint32_t base = flushed_ - kept_bytes;
    const std::uint32_t mine = base + vector_bytes * thread_.lane();
    // Less than flush_bytes follow what has been flushed.
    const bool has_newest = mine + kept_bytes < position_;
    const word_quad kept = *vector_of(mine);
    word_quad newest{};
    if (has_newest) newest = *vector_of(mine + kept_bytes);
    // All vectors have been read before any is overwritten.
    thread_.sync_warp();
    base_ = base;
    *vector_of(mine) = kept;
    if (has_newest) *vector_of(mine + kept_bytes) = newest;
  }

  const Thread& thread_;
  std::uint8_t* bytes_;
  std::uint32_t begin_;  // the chunk's first byte
  std::uint8_t* out_;    // never accessed below begin_
  std::uint32_t position_;
  std::uint32_t flushed_ = 0;  // up to here, all bytes are in memory
  std::uint32_t base_ = 0;     // the buffer's first byte
};

}  // namespace codag::lz
