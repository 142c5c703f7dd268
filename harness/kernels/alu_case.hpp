// The ALU micro-benchmark of CODAG section IV-D: "the ALU compute throughput of single-thread
// decoding and all-thread decoding", with "the number of arithmetic operations executed per global
// memory access" as its axis.
#pragma once

#include <cstdint>
#include <string_view>

namespace codag::harness {

struct alu_case {
  bool all_threads = true;                  ///< otherwise only lane 0
  std::uint32_t operations_per_access = 1;  ///< 1 to most_alu_operations
};

/// "all_threads" or "single_thread".
constexpr std::string_view decoding_name(const alu_case& what) {
  return what.all_threads ? "all_threads" : "single_thread";
}

/// The maximum number of operations per warp in one run. It bounds a run's time: a scheduler has 16
/// warps and issues one of these operations every two cycles (CUDA C++ Programming Guide,
/// "Arithmetic Instructions": 64 results per cycle and multiprocessor), which gives 2^25 cycles
/// plus the loop overhead.
inline constexpr std::uint32_t most_alu_operations = 1 << 20;

}  // namespace codag::harness
