// Four words of a chunk at once, for lanes that stage a chunk 16 bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// Consecutive words of a chunk among the quads of memory: the first of them is word `offset` of
/// quad `first`. They take `count` quads, or 0 if one of these is not whole.
struct quad_place {
  std::uint32_t first, offset, count;
};

/// The quads of memory that a chunk lies in: aligned groups of four words, each of which one
/// instruction reads. A quad is whole if it lies in the chunk and the chunk begins at a word. Only
/// whole quads may be read.
template <class Thread>
class chunk_quads {
 public:
  CODAG_DEVICE chunk_quads(const Thread& t, const chunk_words<Thread>& words) : thread_(t) {
    const auto address = reinterpret_cast<std::uintptr_t>(words.data());
    offset_ = static_cast<std::uint32_t>(address % 16 / 4);
    first_ = words.data() - 4 * offset_;
    end_ = address % 4 == 0 ? (offset_ + words.count()) / 4 : 0;
  }

  /// The place of `count` words from word `at` of the chunk on.
  CODAG_DEVICE quad_place place(std::uint32_t at, std::uint32_t count) const {
    const std::uint32_t from = offset_ + at, first = from / 4, end = (from + count + 3) / 4;
    const bool whole = end <= end_ && (first > 0 || offset_ == 0);
    return {first, from % 4, whole ? end - first : 0};
  }
  /// The word of the chunk that a place begins with.
  CODAG_DEVICE std::uint32_t word_of(std::uint32_t first, std::uint32_t offset) const {
    return 4 * first + offset - offset_;
  }
  /// Quad q, which is whole.
  CODAG_DEVICE word_quad operator()(std::uint32_t q) const { return thread_.load(address(q)); }
  /// Begins to copy quad q, which is whole, to shared memory.
  CODAG_DEVICE void copy_async(std::uint32_t q, word_quad& to) const {
    thread_.copy_async(&to, address(q));
  }

 private:
  [[nodiscard]] CODAG_DEVICE const word_quad* address(std::uint32_t q) const {
    return reinterpret_cast<const word_quad*>(first_) + q;
  }

  const Thread& thread_;
  const std::byte* first_;  // quad 0; never read before the chunk
  std::uint32_t offset_, end_;
};

}  // namespace codag
