// What a run needs before its first case: files that can be read, and memory.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// Checks the datasets of the plan's cases. Throws datasets::bad_input if a file cannot be read and
/// the config does not call it optional, and if a column cannot fit into this machine's memory.
void check_inputs(const std::vector<bench_case>& plan);

/// GPU memory, in bytes.
struct gpu_bytes {
  std::uint64_t least = 0;  ///< of a case's output, or of both buffers of a copy
  /// With its workspace, and a compressed column as large as the output. The workspace of a query
  /// or a peer is not in it: nobody knows it before the case runs.
  std::uint64_t most = 0;
};

/// The GPU memory that the plan's largest cases take; 0 if no case runs on a GPU. A file's column
/// may be smaller than the size that was asked for.
gpu_bytes gpu_bytes_of_largest(const std::vector<bench_case>& plan);

/// The files that the run reads: the config and the datasets.
std::vector<std::filesystem::path> input_files(const config& config);

}  // namespace codag::harness
