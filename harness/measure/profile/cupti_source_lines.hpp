// From an instruction to its line of source: the modules that CUDA loads are kept as they are
// loaded, and CUPTI reads the line tables that -lineinfo put into them.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/profile/hot_lines.hpp"

namespace codag::harness {

/// Cubins by CUPTI's CRC of them, which a pc_record names.
class cubin_store {
 public:
  /// Copies the cubin. Returns its CRC.
  std::uint64_t add(const void* cubin, std::size_t bytes);

  /// The line that `record` was compiled from, its file relative to `source_tree` if it is in
  /// there. Nothing if its cubin was not kept or has no line for it.
  [[nodiscard]] std::optional<source_place> place_of(const pc_record& record,
                                                     const std::string& source_tree) const;

 private:
  mutable std::mutex mutex_;  // CUDA loads modules from any thread
  std::map<std::uint64_t, std::vector<char>> cubins_;
};

/// From now on every module that CUDA loads is kept in the store that it returns, the same one each
/// time. Throws cupti_error if CUPTI has another subscriber, or there is no driver.
cubin_store& keep_loaded_cubins();

}  // namespace codag::harness
