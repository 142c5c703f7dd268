#include "harness/support/memory_available.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>

#include "codag/control_group.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

/// The number in a file; std::nullopt if there is none, such as "max" for no limit.
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::uint64_t number = 0;
  return std::ifstream(file) >> number ? std::optional(number) : std::nullopt;
}

/// The number after `key` in a file with a key and a number per line; std::nullopt if there is
/// none.
std::optional<std::uint64_t> number_of(const std::string& key, const fs::path& file) {
  std::ifstream lines(file);
  std::uint64_t number = 0;
  for (std::string one, rest; lines >> one; std::getline(lines, rest))
    if (one == key) return lines >> number ? std::optional(number) : std::nullopt;
  return std::nullopt;
}

/// What a control group still allows; std::nullopt if it has no limit. The files are those of
/// version 2, then those of version 1.
std::optional<std::uint64_t> left_in(const fs::path& group) {
  for (const auto& [most, now, unused_cache] :
       {std::array{"memory.max", "memory.current", "inactive_file"},
        std::array{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}}) {
    const auto limit = number_in(group / most), used = number_in(group / now);
    if (!limit || !used) continue;
    const std::uint64_t cache = number_of(unused_cache, group / "memory.stat").value_or(0);
    return *limit - std::min(*limit, *used - std::min(*used, cache));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> memory_available(const fs::path& root) {
  auto bytes = number_of("MemAvailable:", root / "proc/meminfo");
  if (bytes) *bytes *= 1024;  // the file says kB
  for (const fs::path& group : control_groups("memory", root))
    if (const auto left = left_in(group)) bytes = std::min(bytes.value_or(*left), *left);
  return bytes;
}

}  // namespace codag::harness
