// Whether this process may use the GPU's counters, as far as this is known before the first CUPTI
// call.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace codag::harness {

/// The files in which the NVIDIA driver and Linux state the permissions.
struct permission_files {
  /// Contains the line "RmProfilingAdminOnly: 1" if the driver restricts the counters to
  /// administrators.
  std::filesystem::path driver_parameters = "/proc/driver/nvidia/params";
  /// Contains the line "CapEff:" with the process's effective capabilities in hexadecimal
  /// (proc(5)).
  std::filesystem::path process_status = "/proc/self/status";
};

/// Why the counters may not be used: a text that begins with "no_permission: " and ends with the
/// remedy; std::nullopt if no reason is known. `mig`: the GPU is a MIG instance. A missing file is
/// not a reason; CUPTI makes the final decision.
std::optional<std::string> why_not_permitted(bool mig, const permission_files& files = {});

}  // namespace codag::harness
