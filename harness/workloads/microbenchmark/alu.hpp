// What one run of the ALU micro-benchmark does, and what it must leave.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/kernels/alu_case.hpp"

namespace codag::harness {

/// What one run does.
struct alu_work {
  std::uint32_t warps;
  std::uint32_t accesses;    ///< of a warp: words it reads, one after the other
  std::uint32_t operations;  ///< an access

  alu_work(const alu_case& what, std::uint32_t warps_, std::uint32_t most_accesses)
      : warps(warps_),
        accesses(std::clamp(most_alu_operations / what.operations_per_access, 1u,
                            std::max(most_accesses, 1u))),
        operations(what.operations_per_access) {}

  [[nodiscard]] std::size_t words() const { return std::size_t{warps} * accesses; }
  /// Of warps: one counts once, however many lanes repeat it.
  [[nodiscard]] std::uint64_t total_operations() const { return words() * operations; }
};

/// The words that warps read: seeded, and without a pattern.
std::vector<std::uint32_t> alu_input(const alu_work& work, std::uint64_t seed);

/// What a run must leave: a word per access, then a word per warp, in which a bit per lane tells
/// that it ended with lane 0's value.
std::vector<std::uint32_t> alu_expected(const alu_case& what, const alu_work& work,
                                        std::span<const std::uint32_t> input);

}  // namespace codag::harness
