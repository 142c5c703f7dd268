// Which lines of source the samples fall on.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/profile/pc_sampler.hpp"
#include "harness/measure/profile/stall_profile.hpp"

namespace codag::harness {

/// A line that an instruction was compiled from.
struct source_place {
  std::string file;
  unsigned line = 0;
};

/// Finds a record's place; nothing if its module has no line table.
using place_finder = std::function<std::optional<source_place>(const pc_record&)>;

/// The `most` lines with most samples, most first; equal ones by file and line. Records without a
/// place are left out.
std::vector<source_line> hottest_lines(const pc_samples& samples, const place_finder& place_of,
                                       std::size_t most = 20);

}  // namespace codag::harness
