// The source lines with the most samples.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/profile/pc_sampler.hpp"
#include "harness/measure/profile/stall_profile.hpp"

namespace codag::harness {

/// The source line of an instruction.
struct source_place {
  std::string file;
  unsigned line = 0;
};

/// Finds the source line of a record; std::nullopt if its module has no line table.
using place_finder = std::function<std::optional<source_place>(const pc_record&)>;

/// At most `most` lines, in descending order of samples, then by file and line. Records without a
/// source line are left out.
std::vector<source_line> hottest_lines(const pc_samples& samples, const place_finder& place_of,
                                       std::size_t most = 20);

}  // namespace codag::harness
