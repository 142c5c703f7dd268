// Why a profile could not be had, as the report's "absent" says it.
#pragma once

#include <stdexcept>
#include <string>

namespace codag::harness {

/// No profile: what() is the reason, with the remedy where there is one. It begins with
/// "no_permission: " if the GPU's counters are not permitted to this process.
struct cannot_profile : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "no_permission: " + `why` + the remedies that NVIDIA documents
/// (https://developer.nvidia.com/ERR_NVGPUCTRPERM).
std::string no_permission(const std::string& why);

/// The results of CUPTI's calls that have a reason of their own, by CUPTI's numbers.
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

/// A call of CUPTI that failed.
class cupti_error : public cannot_profile {
 public:
  /// `call` and `name` are CUPTI's: "cuptiPCSamplingEnable", "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES".
  cupti_error(const std::string& call, int code, const std::string& name);
};

}  // namespace codag::harness
