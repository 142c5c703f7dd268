// What a command does to an output that is there already and may be replaced.
#pragma once

#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "harness/report/output/durable_file.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {

/// Keeps the earlier content under another name and says so on standard error, unless `force`.
/// `what` is its kind: "calibration".
inline void keep_output(const std::filesystem::path& file, std::string_view what, bool force) {
  const std::string kept = force ? "" : keep_earlier(file, what);
  if (!kept.empty()) std::cerr << "codag: " << printable(kept, 4096) << "\n";
}

}  // namespace codag::harness
