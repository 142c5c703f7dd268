// The order in which a group of threads decodes its tiles.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag {

/// The numbers of a group's tiles, in their order: `in_order` tiles in a row, and then those that
/// are as many further on as all groups of the chunk take in between.
class tile_order {
 public:
  CODAG_DEVICE tile_order(std::uint32_t group_of_chunk, std::uint32_t groups,
                          std::uint32_t in_order)
      : next_(group_of_chunk * in_order),
        left_(in_order),
        in_order_(in_order),
        skipped_((groups - 1) * in_order) {}

  /// The next number. After the last one, numbers that no tile has.
  CODAG_DEVICE std::uint32_t next() {
    const std::uint32_t tile = next_++;
    if (--left_ == 0) {
      next_ += skipped_;
      left_ = in_order_;
    }
    return tile;
  }

 private:
  std::uint32_t next_, left_, in_order_, skipped_;
};

}  // namespace codag
