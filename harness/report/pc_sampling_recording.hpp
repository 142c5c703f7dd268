// PC sampling as a JSON file: written on a GPU, decoded in tests without one.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "harness/measure/profile/pc_sampling_api.hpp"

namespace codag::harness {

/// What CUPTI answered to the last range of a session.
struct pc_sampling_recording {
  stall_reason_names names;
  unsigned period_exponent = 0;
  std::vector<pc_batch> batches;  ///< of get_data since the range's start, in order
  bool operator==(const pc_sampling_recording&) const = default;
};

/// Writes the file whole. Throws cannot_profile, naming it, if it cannot.
void write_recording(const pc_sampling_recording& recording, const std::filesystem::path& file);
/// Throws cannot_profile, naming the file and what is wrong with it.
pc_sampling_recording read_recording(const std::filesystem::path& file);

/// `api`, whose last range is written to `file` when it is disabled. enable() throws
/// cannot_profile, naming the file, if it cannot be written.
std::unique_ptr<pc_sampling_api> recorded_in(const std::filesystem::path& file,
                                             std::unique_ptr<pc_sampling_api> api);

}  // namespace codag::harness
