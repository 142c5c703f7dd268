// Whether the GPU's counters are permitted to this process, known before CUPTI is asked.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace codag::harness {

/// Where the driver and the kernel say it.
struct permission_files {
  /// Has the line "RmProfilingAdminOnly: 1" if the driver lets only administrators count.
  std::filesystem::path driver_parameters = "/proc/driver/nvidia/params";
  /// Has the line "CapEff:", the process's effective capabilities in hexadecimal (proc(5)).
  std::filesystem::path process_status = "/proc/self/status";
};

/// Why counters are not permitted, beginning with "no_permission: " and with the remedy; nothing if
/// nothing is known against it. `mig`: the GPU is an instance of a GPU that MIG has split. A file
/// that is not there is no reason: CUPTI has the last word.
std::optional<std::string> why_not_permitted(bool mig, const permission_files& files = {});

}  // namespace codag::harness
