// Four words of a chunk at once, for lanes that stage a chunk 16 bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// Where a chunk's words lie among the quads of memory, each of which one instruction reads: word i
/// of the chunk is word (i + offset()) % 4 of quad (i + offset()) / 4. A quad is whole if it lies
/// in the chunk and the chunk begins at a word. Only whole quads may be read.
template <class Thread>
class chunk_quads {
 public:
  CODAG_DEVICE chunk_quads(const Thread& t, const chunk_words<Thread>& words) : thread_(t) {
    const auto address = reinterpret_cast<std::uintptr_t>(words.data());
    offset_ = static_cast<std::uint32_t>(address % 16 / 4);
    first_ = words.data() - 4 * offset_;
    end_ = address % 4 == 0 ? (offset_ + words.count()) / 4 : 0;
  }

  CODAG_DEVICE std::uint32_t offset() const { return offset_; }
  /// Whether the quads from `begin` to before `end` are whole.
  CODAG_DEVICE bool whole(std::uint32_t begin, std::uint32_t end) const {
    return end <= end_ && (begin > 0 || offset_ == 0);
  }
  /// Quad q, which is whole.
  CODAG_DEVICE word_quad operator()(std::uint32_t q) const {
    return thread_.load(reinterpret_cast<const word_quad*>(first_) + q);
  }

 private:
  const Thread& thread_;
  const std::byte* first_;  // quad 0; never read before the chunk
  std::uint32_t offset_, end_;
};

}  // namespace codag
