// The memory that this process can still get.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace codag::harness {

/// Bytes that the system can give without swapping (MemAvailable of /proc/meminfo), or what the
/// control group still allows if that is less. std::nullopt if the system does not say.
inline std::optional<std::uint64_t> memory_available() {
  std::optional<std::uint64_t> bytes;
  std::ifstream info("/proc/meminfo");
  for (std::string key, line; info >> key && std::getline(info, line);)
    if (key == "MemAvailable:") bytes = std::stoull(line) * 1024;  // the file says kB
  // "max" instead of a number means no limit, and then the reads fail.
  std::uint64_t limit = 0, used = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit &&
      std::ifstream("/sys/fs/cgroup/memory.current") >> used)
    bytes = std::min(bytes.value_or(std::numeric_limits<std::uint64_t>::max()),
                     limit - std::min(limit, used));
  return bytes;
}

}  // namespace codag::harness
