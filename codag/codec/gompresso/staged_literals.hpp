// staged_literals: literals of a compressed chunk, on their way to a group_writer's memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso {

/// What a group_writer asks for literals. They are counted in bytes, as the words of the compressed
/// chunk are that has them.
template <class Thread>
class staged_literals {
 public:
  struct brought {
    std::uint32_t shift, staged_bytes;
  };

  /// `memory` is the writer's, which has room for literals at `place`.
  CODAG_DEVICE staged_literals(const Thread& t, const compressed_words& words, std::byte* memory,
                               std::uint32_t place)
      : thread_(t),
        words_(words),
        quads_(reinterpret_cast<word_quad*>(memory + place)),
        place_(place) {}

  CODAG_DEVICE brought bring(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t first = from / quad_bytes;
    const std::uint32_t count = (to + quad_bytes - 1) / quad_bytes - first;
    // Seldom more than one for each lane, and never more than one more in all.
    CODAG_NO_UNROLL
    for (std::uint32_t i = thread_.lane(); i < count; i += simt::warp_size)
      quads_[i] = load(first + i);
    return {place_ - first * quad_bytes, count * quad_bytes};
  }

 private:
  static constexpr std::uint32_t quad_bytes = sizeof(word_quad);

  /// A quad; 0 where it lies outside the chunk.
  CODAG_DEVICE word_quad load(std::uint32_t q) const {
    if (words_.has_quad(q)) return words_.load_quad(thread_, q);
    word_quad quad{};
    for (unsigned k = 0; k < 4; ++k) quad.words[k] = words_.load(thread_, 4 * q + k);
    return quad;
  }

  const Thread& thread_;
  const compressed_words& words_;
  word_quad* quads_;
  std::uint32_t place_;
};

}  // namespace codag::gompresso
