// Errors that prevent profiling. Their texts appear in the report's "absent".
#pragma once

#include <stdexcept>
#include <string>

namespace codag::harness {

/// Thrown if a kernel cannot be profiled. what() gives the reason, with the remedy if there is one.
/// It begins with "no_permission: " if this process may not use the GPU's counters.
struct cannot_profile : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "no_permission: " + `why` + the remedies from NVIDIA's documentation
/// (https://developer.nvidia.com/ERR_NVGPUCTRPERM).
std::string no_permission(const std::string& why);

/// The CUPTI result codes that get a specific explanation, with CUPTI's numbers.
enum class cupti_code : int {
  hardware_busy = 26,
  virtual_gpu = 33,
  not_permitted = 35,
  old_profiler = 36,
  legacy_profiler = 38,
  multiple_subscribers = 39,
  not_permitted_on_virtual_gpu = 40,
  confidential_computing = 41,
  mining_gpu = 42,
  mig = 43,
  sli = 44,
  wsl = 45,
  unknown_chip = 46,
};

/// Thrown if a CUPTI call failed.
class cupti_error : public cannot_profile {
 public:
  /// `call` and `name` are CUPTI's names: "cuptiPCSamplingEnable",
  /// "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES".
  cupti_error(const std::string& call, int code, const std::string& name);
};

}  // namespace codag::harness
