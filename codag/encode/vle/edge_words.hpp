// The words of the stream in which one tile ends and the next one begins.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/vle/workspace.hpp"

namespace codag::vle {

/// Whose bits of an edge are known, above the bits themselves.
enum class edge_side : std::uint64_t {
  end = std::uint64_t{1} << 32,    ///< of the tile that ends in the word
  begin = std::uint64_t{1} << 33,  ///< of the tile that begins in it
};

/// One side's bits of the word in which a tile begins. The blocks of both tiles bring theirs, and
/// the block that comes second writes the word, so neither waits. Where one side has bits, the
/// other has 0.
struct edge_word {
  std::uint32_t* word = nullptr;  ///< in the stream
  std::uint32_t bits = 0;
  std::uint64_t other = 0;  ///< what the other side has brought; 0: it has not come yet

  /// Relaxed: the atomic word carries all that is passed on.
  template <class Thread>
  static CODAG_DEVICE edge_word bring(const Thread& t, const workspace& work, std::uint32_t tile,
                                      edge_side side, std::uint32_t* word, std::uint32_t bits) {
    return {word, bits, t.atomic_or(work.edges() + tile, static_cast<std::uint64_t>(side) | bits)};
  }
  template <class Thread>
  CODAG_DEVICE void write_if_second(const Thread& t,
                                    typename Thread::place where = Thread::place::current()) const {
    if (other != 0) t.store(word, static_cast<std::uint32_t>(other) | bits, where);
  }
};

}  // namespace codag::vle
