// The parameters of one run of the ALU micro-benchmark, and its expected output.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/kernels/alu_case.hpp"

namespace codag::harness {

/// The parameters of one run.
struct alu_work {
  std::uint32_t warps;
  std::uint32_t accesses;    ///< words that each warp reads, one after another
  std::uint32_t operations;  ///< per access

  alu_work(const alu_case& what, std::uint32_t warps_, std::uint32_t most_accesses)
      : warps(warps_),
        accesses(std::clamp(most_alu_operations / what.operations_per_access, 1u,
                            std::max(most_accesses, 1u))),
        operations(what.operations_per_access) {}

  [[nodiscard]] std::size_t words() const { return std::size_t{warps} * accesses; }
  /// The operations of all warps. An operation of a warp counts once, however many lanes execute
  /// it.
  [[nodiscard]] std::uint64_t total_operations() const { return words() * operations; }
};

/// The words that the warps read: seeded pseudo-random values.
std::vector<std::uint32_t> alu_input(const alu_work& work, std::uint64_t seed);

/// The expected output of a run: one word per access, then one word per warp. The latter has a bit
/// for each lane that ended with the same value as lane 0.
std::vector<std::uint32_t> alu_expected(const alu_case& what, const alu_work& work,
                                        std::span<const std::uint32_t> input);

}  // namespace codag::harness
