// CUPTI's PC sampling as the harness needs it: a method a call, in types of our own, so that the
// order of the calls can be tested without a GPU. pc_sampler makes them in the right one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace codag::harness {

/// Name of each stall reason by CUPTI's index: "smsp__pcsamp_warps_issue_stalled_barrier".
using stall_reason_names = std::map<std::uint32_t, std::string>;

/// The samples of one instruction.
struct pc_record {
  std::uint64_t cubin_crc = 0;  ///< of the module it is in
  std::uint64_t pc_offset = 0;  ///< bytes from the function's begin
  std::uint32_t function_index = 0;
  std::string function;  ///< mangled
  std::vector<std::pair<std::uint32_t, std::uint32_t>> samples =
      {};  ///< stall reason's index, samples
  bool operator==(const pc_record&) const = default;
};

/// What one call gave; its counts are the call's own, not since the start.
struct pc_batch {
  std::vector<pc_record> records = {};
  std::uint64_t total_samples = 0;  ///< dropped ones and those of no user's kernel included
  std::uint64_t dropped_samples = 0;
  std::uint64_t remaining_pcs = 0;    ///< records that the next call will give
  bool hardware_buffer_full = false;  ///< the GPU's buffer overflowed: there are no records
  bool operator==(const pc_batch&) const = default;
};

/// How a session samples.
struct pc_sampling_configuration {
  unsigned period_exponent = 11;                   ///< 2^this cycles between samples, 5 to 31
  std::vector<std::uint32_t> reasons = {};         ///< indices of the stall reasons to collect
  std::size_t hardware_buffer_bytes = 512u << 20;  ///< CUPTI's default
  std::size_t scratch_buffer_bytes = 16u << 20;    ///< about 16 bytes a PC and reason
  std::uint32_t worker_sleep_milliseconds = 10;    ///< between looks of CUPTI's threads
};

/// A session from enable to disable, of any number of ranges from start to stop. A process has one:
/// enabled a second time, CUPTI gives no samples. Every method throws cupti_error.
class pc_sampling_api {
 public:
  pc_sampling_api() = default;
  pc_sampling_api(const pc_sampling_api&) = delete;
  pc_sampling_api& operator=(const pc_sampling_api&) = delete;
  virtual ~pc_sampling_api() = default;

  virtual void enable() = 0;
  virtual stall_reason_names stall_reasons() = 0;
  /// Of a session that is enabled and not started. Returns a line an attribute that CUPTI refused.
  virtual std::vector<std::string> configure(const pc_sampling_configuration& configuration) = 0;
  /// Changes the period between two ranges. Returns as configure does.
  virtual std::vector<std::string> set_period(unsigned period_exponent) = 0;
  virtual void start() = 0;
  virtual void stop() = 0;
  /// What CUPTI has decoded so far. Waits for nothing.
  virtual pc_batch get_data() = 0;
  /// What CUPTI had not given yet is lost.
  virtual void disable() = 0;
};

/// CUPTI itself, on the current CUDA context.
std::unique_ptr<pc_sampling_api> make_cupti_pc_sampling();

}  // namespace codag::harness
