// Recordings of PC sampling as JSON files. They are written on a machine with a GPU and used in
// tests without one.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "harness/measure/profile/pc_sampling_api.hpp"

namespace codag::harness {

/// CUPTI's answers for the last range of a session.
struct pc_sampling_recording {
  stall_reason_names names;
  unsigned period_exponent = 0;
  std::vector<pc_batch> batches;  ///< the results of get_data() since the range's start, in order
  bool operator==(const pc_sampling_recording&) const = default;
};

/// Writes the file. Throws cannot_profile, naming the file, if that fails.
void write_recording(const pc_sampling_recording& recording, const std::filesystem::path& file);
/// Reads the file. Throws cannot_profile, naming the file and the error, if that fails.
pc_sampling_recording read_recording(const std::filesystem::path& file);

/// Wraps `api` so that its last range is written to `file` when it is disabled. enable() throws
/// cannot_profile, naming the file, if the file cannot be written.
std::unique_ptr<pc_sampling_api> recorded_in(const std::filesystem::path& file,
                                             std::unique_ptr<pc_sampling_api> api);

}  // namespace codag::harness
