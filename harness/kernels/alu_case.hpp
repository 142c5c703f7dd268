// The ALU micro-benchmark of CODAG section IV-D: "the ALU compute throughput of single-thread
// decoding and all-thread decoding", with "the number of arithmetic operations executed per global
// memory access" as its axis.
#pragma once

#include <cstdint>
#include <string_view>

namespace codag::harness {

struct alu_case {
  bool all_threads = true;                  ///< else lane 0 alone
  std::uint32_t operations_per_access = 1;  ///< 1 to most_alu_operations
};

/// "all_threads" or "single_thread".
constexpr std::string_view decoding_name(const alu_case& what) {
  return what.all_threads ? "all_threads" : "single_thread";
}

/// The most operations of a warp in one run. It bounds a run's time: a scheduler has 16 warps and
/// issues one of these operations in two cycles (CUDA C++ Programming Guide, "Arithmetic
/// Instructions": 64 results per cycle and multiprocessor), so 2^25 cycles and the loop's.
inline constexpr std::uint32_t most_alu_operations = 1 << 20;

}  // namespace codag::harness
