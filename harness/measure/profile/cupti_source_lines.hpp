// Mapping an instruction to its source line. Every module that CUDA loads is kept, and CUPTI reads
// the line table that -lineinfo put into it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/profile/hot_lines.hpp"

namespace codag::harness {

/// Cubins, indexed by CUPTI's CRC. A pc_record refers to its cubin by this CRC.
class cubin_store {
 public:
  /// Stores a copy of the cubin and returns its CRC.
  std::uint64_t add(const void* cubin, std::size_t bytes);

  /// The source line of `record`. The file is relative to `source_tree` if it is inside it. Returns
  /// std::nullopt if the cubin was not kept or has no line for the instruction.
  [[nodiscard]] std::optional<source_place> place_of(const pc_record& record,
                                                     const std::string& source_tree) const;

 private:
  mutable std::mutex mutex_;  // CUDA may load modules on any thread
  std::map<std::uint64_t, std::vector<char>> cubins_;
};

/// Returns the store in which every module that CUDA loads from now on is kept; each call returns
/// the same store. Throws cupti_error if CUPTI has another subscriber or there is no driver.
cubin_store& keep_loaded_cubins();

}  // namespace codag::harness
