#include "harness/measure/profile/permission.hpp"

#include <cstdint>
#include <fstream>

#include "harness/measure/profile/cannot_profile.hpp"

namespace codag::harness {
namespace {

/// The text after "KEY:" in the first line that begins with it; empty if there is none.
std::string value_of(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key + ":")) continue;
    const auto at = line.find_first_not_of(" \t", key.size() + 1);
    return at == std::string::npos ? "" : line.substr(at);
  }
  return "";
}

/// The capabilities that NVIDIA's driver accepts, as bits of CapEff (linux/capability.h).
constexpr unsigned cap_sys_admin = 21, cap_perfmon = 38;

bool has_capability(const std::string& hexadecimal) {
  std::uint64_t effective = 0;
  try {
    effective = std::stoull(hexadecimal, nullptr, 16);
  } catch (const std::exception&) {
    return true;  // unknown: CUPTI decides
  }
  return (effective >> cap_sys_admin & 1) != 0 || (effective >> cap_perfmon & 1) != 0;
}

}  // namespace

std::optional<std::string> why_not_permitted(bool mig, const permission_files& files) {
  if (mig)
    return "no_permission: the GPU is a MIG instance, which shares its counters "
           "with others; run on a whole GPU (nvidia-smi -mig 0)";
  if (value_of(files.driver_parameters, "RmProfilingAdminOnly") != "1") return std::nullopt;
  if (has_capability(value_of(files.process_status, "CapEff"))) return std::nullopt;
  return no_permission(
      files.driver_parameters.string() +
      " says RmProfilingAdminOnly: 1 and this process has no administrator rights");
}

}  // namespace codag::harness
