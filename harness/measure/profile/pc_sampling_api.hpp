// An interface to CUPTI's PC sampling, with one method per call and no CUPTI types, so that the
// order of the calls can be tested without a GPU. pc_sampler calls them in the right order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace codag::harness {

/// The name of each stall reason, by CUPTI's index: "smsp__pcsamp_warps_issue_stalled_barrier".
using stall_reason_names = std::map<std::uint32_t, std::string>;

/// The samples of one instruction.
struct pc_record {
  std::uint64_t cubin_crc = 0;  ///< of the module that contains it
  std::uint64_t pc_offset = 0;  ///< bytes from the start of the function
  std::string function;         ///< mangled
  std::vector<std::pair<std::uint32_t, std::uint32_t>> samples =
      {};  ///< stall reason's index -> samples
  bool operator==(const pc_record&) const = default;
};

/// The result of one get_data() call. The counts are for this call alone, not since the start.
struct pc_batch {
  std::vector<pc_record> records = {};
  std::uint64_t total_samples = 0;  ///< including dropped ones and those outside user kernels
  std::uint64_t dropped_samples = 0;
  std::uint64_t remaining_pcs = 0;    ///< records that the next call will give
  bool hardware_buffer_full = false;  ///< the GPU's buffer overflowed, and there are no records
  bool operator==(const pc_batch&) const = default;
};

/// The configuration of a session.
struct pc_sampling_configuration {
  unsigned period_exponent = 11;                   ///< 2^this cycles between samples, 5 to 31
  std::vector<std::uint32_t> reasons = {};         ///< indices of the stall reasons to collect
  std::size_t hardware_buffer_bytes = 512u << 20;  ///< CUPTI's default
  std::size_t scratch_buffer_bytes = 16u << 20;    ///< about 16 bytes per PC and reason
  std::uint32_t worker_sleep_milliseconds = 10;    ///< between two polls of CUPTI's threads
};

/// A session from enable to disable, with any number of ranges from start to stop. A process can
/// have only one session: if it enables PC sampling a second time, CUPTI gives no samples. Every
/// method throws cupti_error.
class pc_sampling_api {
 public:
  pc_sampling_api() = default;
  pc_sampling_api(const pc_sampling_api&) = delete;
  pc_sampling_api& operator=(const pc_sampling_api&) = delete;
  virtual ~pc_sampling_api() = default;

  virtual void enable() = 0;
  virtual stall_reason_names stall_reasons() = 0;
  /// Configures a session that is enabled and has no open range. Returns one line per attribute
  /// that CUPTI refused.
  virtual std::vector<std::string> configure(const pc_sampling_configuration& configuration) = 0;
  /// Changes the sampling period; call it between two ranges. Returns the same as configure().
  virtual std::vector<std::string> set_period(unsigned period_exponent) = 0;
  virtual void start() = 0;
  virtual void stop() = 0;
  /// The samples that CUPTI has decoded so far. Does not wait.
  virtual pc_batch get_data() = 0;
  /// Ends the session. Samples that have not been fetched are lost.
  virtual void disable() = 0;
};

/// The implementation by CUPTI, on the current CUDA context.
std::unique_ptr<pc_sampling_api> make_cupti_pc_sampling();

}  // namespace codag::harness
