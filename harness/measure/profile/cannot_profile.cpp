#include "harness/measure/profile/cannot_profile.hpp"

namespace codag::harness {
namespace {

std::string reason_of(const std::string& call, int code, const std::string& name) {
  std::string failed = call + ": " + name + " (" + std::to_string(code) + ")";
  switch (static_cast<cupti_code>(code)) {
    case cupti_code::not_permitted:
    case cupti_code::not_permitted_on_virtual_gpu:
      return no_permission(failed);
    case cupti_code::hardware_busy:
    case cupti_code::old_profiler:
    case cupti_code::legacy_profiler:
    case cupti_code::multiple_subscribers:
      return "another profiler holds the GPU's counters: " + failed +
             "; run without ncu, nsys, DCGM's profiling or another CUPTI client";
    case cupti_code::virtual_gpu:
    case cupti_code::confidential_computing:
    case cupti_code::mining_gpu:
    case cupti_code::mig:
    case cupti_code::sli:
    case cupti_code::wsl:
      return "CUPTI cannot profile this GPU in its current configuration: " + failed;
    case cupti_code::unknown_chip:
      return "this CUPTI does not know the GPU's chip: " + failed +
             "; build with a newer CUDA toolkit";
  }
  return failed;
}

}  // namespace

std::string no_permission(const std::string& why) {
  return "no_permission: " + why +
         "; run as root or with CAP_SYS_ADMIN (from driver 565 on, CAP_PERFMON), or load the "
         "driver's module with NVreg_RestrictProfilingToAdminUsers=0";
}

cupti_error::cupti_error(const std::string& call, int code, const std::string& name)
    : cannot_profile(reason_of(call, code, name)) {}

}  // namespace codag::harness
