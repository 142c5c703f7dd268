// A compressed chunk as 32-bit words, counted from the cache line that the chunk begins in.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// The bytes that a warp reads at once: 4 bytes per lane (CODAG section IV-E).
inline constexpr std::uint32_t cache_line_bytes = 128;
inline constexpr std::uint32_t words_per_line = cache_line_bytes / 4;

/// Four consecutive words, which one instruction loads.
struct alignas(16) word_quad {
  std::uint32_t words[4];
};

/// Gives any word of a chunk, which may start and end at any byte. Never reads outside the chunk.
/// Words are little-endian, and bytes outside the chunk are 0.
class compressed_words {
 public:
  CODAG_DEVICE compressed_words(const std::byte* data, std::uint32_t bytes)
      : begin_(
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(data) % cache_line_bytes)),
        end_(begin_ + bytes),
        line_(reinterpret_cast<std::uintptr_t>(data) - begin_) {}

  CODAG_DEVICE std::uint32_t first() const { return begin_ / 4; }    ///< index of the first word
  CODAG_DEVICE std::uint32_t end() const { return (end_ + 3) / 4; }  ///< index after the last word
  CODAG_DEVICE std::uint32_t begin_bit() const { return begin_ * 8; }  ///< counted from word 0
  CODAG_DEVICE std::uint32_t end_bit() const { return end_ * 8; }

  /// Word `index`; 0 outside the chunk. Only the chunk's first and last word can take the slow
  /// path.
  template <class Thread>
  CODAG_DEVICE std::uint32_t load(const Thread& t, std::uint32_t index) const {
    if (index - first() >= end() - first())
      return 0;  // modulo 2^32: true before the first word, too
    const std::uint32_t at = index * 4;
    if (at >= begin_ && at + 4 <= end_)
      return t.load(reinterpret_cast<const std::uint32_t*>(line_ + at));
    std::uint32_t word = 0;
    for (std::uint32_t i = 0; i < 4; ++i)
      if (at + i >= begin_ && at + i < end_)
        word |= static_cast<std::uint32_t>(
                    t.load(reinterpret_cast<const std::uint8_t*>(line_ + at + i)))
                << (8 * i);
    return word;
  }

  /// The four bytes from byte `at` of the chunk on; 0 outside the chunk.
  template <class Thread>
  CODAG_DEVICE std::uint32_t load_unaligned(const Thread& t, std::uint32_t at) const {
    const std::uint32_t bit = begin_bit() + 8 * at;
    const std::uint32_t low = load(t, bit / 32);
    const std::uint32_t high = bit % 32 == 0 ? 0 : load(t, bit / 32 + 1);
    return funnel_shift_right(low, high, bit);
  }

  /// Loads, for each lane, the two words that hold four bytes of the chunk: for lane k those from
  /// byte at + 4k on. row_of() extracts the bytes when they are needed. Bytes outside the chunk are
  /// 0. `at` is the same in all lanes.
  struct row {
    std::uint32_t low, high;
  };
  template <class Thread>
  CODAG_DEVICE row load_row(const Thread& t, std::uint32_t at) const {
    const std::uint32_t mine = (begin_ + at) / 4 + t.lane();
    const std::uint32_t line = begin_ + at;
    if (line / 4 * 4 < begin_ || line + cache_line_bytes + 4 > end_)
      return {load(t, mine), load(t, mine + 1)};
    // All words of the row are the chunk's.
    const auto* const from = reinterpret_cast<const std::uint32_t*>(line_) + mine;
    return {t.load(from), t.load(from + 1)};
  }
  CODAG_DEVICE std::uint32_t row_of(const row& loaded, std::uint32_t at) const {
    return funnel_shift_right(loaded.low, loaded.high, 8 * (begin_ + at));
  }

  /// Word 0, for words that lie in the chunk as a whole.
  CODAG_DEVICE const std::uint32_t* whole_words() const {
    return reinterpret_cast<const std::uint32_t*>(line_);
  }

  // In quads: quad q has words 4q to 4q + 3.

  CODAG_DEVICE std::uint32_t first_quad() const { return begin_ / 16; }
  CODAG_DEVICE std::uint32_t last_quad() const { return end_ / 16; }
  /// Whether quad q lies in the chunk with all of its bytes.
  CODAG_DEVICE bool has_quad(std::uint32_t q) const {
    return 16 * q >= begin_ && 16 * q + 16 <= end_;
  }
  /// Quad q, which the chunk has.
  template <class Thread>
  CODAG_DEVICE word_quad load_quad(const Thread& t, std::uint32_t q) const {
    return t.load(reinterpret_cast<const word_quad*>(line_ + 16 * q));
  }
  /// Byte `at`, counted from word 0; 0 outside the chunk.
  template <class Thread>
  CODAG_DEVICE std::uint8_t load_byte(const Thread& t, std::uint32_t at) const {
    if (at < begin_ || at >= end_) return 0;
    return t.load(reinterpret_cast<const std::uint8_t*>(line_ + at));
  }
  /// The 16 bytes from byte `at` of the chunk on; 0 after the chunk.
  template <class Thread>
  CODAG_DEVICE word_quad load_vector(const Thread& t, std::uint32_t at) const {
    const std::uint32_t from = begin_ + at, q = from / 16;
    std::uint32_t words[8];
    if (has_quad(q) && has_quad(q + 1)) {
      const word_quad low = load_quad(t, q), high = load_quad(t, q + 1);
      CODAG_UNROLL
      for (unsigned k = 0; k < 4; ++k) {
        words[k] = low.words[k];
        words[4 + k] = high.words[k];
      }
    } else {
      CODAG_UNROLL
      for (unsigned k = 0; k < 8; ++k) words[k] = load(t, 4 * q + k);
    }
    // Every index is a constant, so that the words stay in registers.
    CODAG_UNROLL
    for (unsigned k = 0; k < 6; ++k)
      if ((from & 8) != 0) words[k] = words[k + 2];
    CODAG_UNROLL
    for (unsigned k = 0; k < 5; ++k)
      if ((from & 4) != 0) words[k] = words[k + 1];
    word_quad vector;
    CODAG_UNROLL
    for (unsigned k = 0; k < 4; ++k)
      vector.words[k] = funnel_shift_right(words[k], words[k + 1], 8 * from);
    return vector;
  }
  /// Asks for the cache line of word i, if it is the chunk's.
  template <class Thread>
  CODAG_DEVICE void prefetch(const Thread& t, std::uint32_t i) const {
    if (4 * i >= begin_ && 4 * i < end_) t.prefetch(reinterpret_cast<const void*>(line_ + 4 * i));
  }

 private:
  std::uint32_t begin_, end_;  // bytes from line_
  std::uintptr_t line_;        // never dereferenced below begin_
};

/// The words of a chunk, for a lane that reads many of them: a load takes no branch, and nothing
/// waits for the loaded word before word_of() uses it.
class later_words {
 public:
  template <class Thread>
  CODAG_DEVICE later_words(const Thread& t, const compressed_words& words)
      : words_(words.whole_words()),
        begin_bit_(words.begin_bit()),
        whole_(words.end_bit() / 32),
        last_(words.load(t, whole_)) {}

  CODAG_DEVICE std::uint32_t begin_bit() const { return begin_bit_; }
  /// Loads word `index`, or any other word if `index` is after the chunk's last whole word. The
  /// chunk has a whole word, and `index` is not before it.
  template <class Thread>
  CODAG_DEVICE std::uint32_t load(const Thread& t, std::uint32_t index) const {
    return t.load(words_ + (index < whole_ ? index : whole_ - 1));
  }
  /// Word `index`, for which load() returned `loaded`; 0 after the chunk's end.
  CODAG_DEVICE std::uint32_t word_of(std::uint32_t loaded, std::uint32_t index) const {
    return index < whole_ ? loaded : index == whole_ ? last_ : 0;
  }

 private:
  const std::uint32_t* words_;  // word 0; never accessed before the chunk
  std::uint32_t begin_bit_;
  std::uint32_t whole_, last_;  // the end of the whole words, and the one that is there in part
};

/// The first word of the line that holds word `index`.
CODAG_DEVICE std::uint32_t line_begin(std::uint32_t index) {
  return index / words_per_line * words_per_line;
}

/// Reads single words of a chunk from global memory.
template <class Thread>
struct global_words {
  const Thread& thread;
  compressed_words input;
  CODAG_DEVICE std::uint32_t operator()(std::uint32_t index) const {
    return input.load(thread, index);
  }
};

}  // namespace codag
