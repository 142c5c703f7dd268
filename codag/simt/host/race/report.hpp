// What is said of the races of a launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codag/simt/host/launched_kernel.hpp"
#include "codag/simt/host/race/shadow_memory.hpp"

namespace codag::simt::host::race {

/// One of the two accesses of a race. `block` counts the blocks of all kernels of the launch.
struct party {
  std::uint32_t block, warp, lanes;
  access_kind kind;
  place where;
};

struct race {
  party before, after;  ///< in the order in which they ran when it was found first
  bool shared;          ///< in the block's shared memory
  /// Where the first byte is that was found: in shared memory an offset, else an address.
  std::uintptr_t address;
  std::size_t bytes;
  std::size_t elsewhere = 0;  ///< times that it was found between other warps
};

/// Races between the same two places of the source are one entry, which names the lanes of the two
/// warps that it was found between first.
class report {
 public:
  static constexpr std::size_t most_races = 8;  ///< that are described

  void clear() {
    races_.clear();
    others_ = 0;
  }
  [[nodiscard]] bool empty() const { return races_.empty(); }
  void add(race found);
  [[nodiscard]] std::string text(std::span<const launched_kernel> kernels) const;

 private:
  std::vector<race> races_;
  std::size_t others_ = 0;
};

}  // namespace codag::simt::host::race
