// A finding: a batch that a launch decodes wrongly, as a file.
#pragma once

#include <filesystem>
#include <string>

#include "harness/kernels/registry.hpp"
#include "tests/fuzz/batches/batch.hpp"

namespace codag::fuzz {

struct finding {
  std::string codec, variant;
  parameter_values values;
  std::string says;  ///< what was wrong
  std::uint64_t seed, number;
  batch chunks;
};

/// Writes it as JSON, to a new file of the folder, whose path it returns.
std::filesystem::path save(const finding& f, const std::filesystem::path& folder);

/// Throws std::runtime_error with one line if the file is no finding.
finding load_finding(const std::filesystem::path& file);

/// "rle_v1/warp_per_chunk/lanes/shared, warps_per_block=4".
std::string launch_name(const harness::variant_facts& facts, const parameter_values& values);

}  // namespace codag::fuzz
