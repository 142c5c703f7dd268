// staged_literals: brings literals of a compressed chunk to the memory of a batch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso {

/// What a batch_marker asks for literals. They are counted in bytes, like the words of the
/// compressed chunk. The literals of a group are being loaded before their number is known.
template <class Thread>
class staged_literals {
 public:
  struct brought {
    std::uint32_t shift, staged_bytes;
  };

  /// The block's memory has room for literals at `place`: that of a batch_memory.
  CODAG_DEVICE staged_literals(const Thread& t, const compressed_words& words, std::byte* block,
                               std::uint32_t place)
      : thread_(t), words_(words), block_(block), place_(place) {}

  /// From now on they are put at another place.
  CODAG_DEVICE void put_at(std::uint32_t place) { place_ = place; }

  /// Loads the bytes from the next group's first literal on: a quad for each lane.
  CODAG_DEVICE void ask(std::uint32_t from) { quad_ = load(from / quad_bytes + thread_.lane()); }
  /// Puts the literals that ask() has loaded in the writer's memory, where no lane reads any more.
  /// The group must be one batch: a part has fewer literals, and older matches would be staged over
  /// the rest.
  CODAG_DEVICE void stage(std::uint32_t from, std::uint32_t count) {
    group_ = quads_of(from, from + count);
    if (thread_.lane() < group_.count) quads()[thread_.lane()] = quad_;
  }

  /// See batch_marker. The group is the one that has been staged.
  CODAG_DEVICE brought bring() const {
    CODAG_NO_UNROLL
    for (std::uint32_t i = simt::warp_size + thread_.lane(); i < group_.count; i += simt::warp_size)
      quads()[i] = load(group_.first + i);
    return place_of(group_);
  }
  CODAG_DEVICE brought bring(std::uint32_t from, std::uint32_t to) const {
    const quad_range part = quads_of(from, to);
    CODAG_NO_UNROLL
    for (std::uint32_t i = thread_.lane(); i < part.count; i += simt::warp_size)
      quads()[i] = load(part.first + i);
    return place_of(part);
  }

 private:
  static constexpr std::uint32_t quad_bytes = sizeof(word_quad);

  struct quad_range {
    std::uint32_t first = 0, count = 0;
  };
  static CODAG_DEVICE quad_range quads_of(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t first = from / quad_bytes;
    return {first, (to + quad_bytes - 1) / quad_bytes - first};
  }

  CODAG_DEVICE word_quad* quads() const { return reinterpret_cast<word_quad*>(block_ + place_); }
  CODAG_DEVICE brought place_of(const quad_range& q) const {
    return {place_ - q.first * quad_bytes, q.count * quad_bytes};
  }
  /// A quad; 0 where it lies outside the chunk.
  CODAG_DEVICE word_quad load(std::uint32_t q) const {
    if (words_.has_quad(q)) return words_.load_quad(thread_, q);
    word_quad quad{};
    for (unsigned k = 0; k < 4; ++k) quad.words[k] = words_.load(thread_, 4 * q + k);
    return quad;
  }

  const Thread& thread_;
  const compressed_words& words_;
  std::byte* block_;
  std::uint32_t place_;
  quad_range group_;  // the same in every lane
  word_quad quad_{};  // the lane's, of those that were asked for
};

}  // namespace codag::gompresso
