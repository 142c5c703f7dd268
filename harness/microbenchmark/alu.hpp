// The ALU micro-benchmark of CODAG section IV-D: "the ALU compute throughput of single-thread
// decoding and all-thread decoding", with "the number of arithmetic operations executed per global
// memory access" as its axis.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace codag::harness {

/// One case.
struct alu_case {
  bool all_threads = true;                  ///< else lane 0 alone
  std::uint32_t operations_per_access = 1;  ///< 1 to most_alu_operations
};

/// "all_threads" or "single_thread".
const char* decoding_name(const alu_case& what);

/// Operations of a warp in one run, at most. It bounds a run's time: a scheduler has 16 warps and
/// issues one of these operations in two cycles (CUDA C++ Programming Guide, "Arithmetic
/// Instructions": 64 results a cycle and multiprocessor), so 2^25 cycles and the loop's.
inline constexpr std::uint32_t most_alu_operations = 1 << 20;

/// What one run does.
struct alu_work {
  std::uint32_t warps;
  std::uint32_t accesses;    ///< of a warp: words it reads, one behind the other
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

/// What a run must leave: a word an access, then a word a warp, in which a bit a lane tells that it
/// ended with lane 0's value.
std::vector<std::uint32_t> alu_expected(const alu_case& what, const alu_work& work,
                                        std::span<const std::uint32_t> input);

}  // namespace codag::harness
