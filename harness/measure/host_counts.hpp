// The host backend's counts by name, as the report stores them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "codag/simt/host/counts.hpp"

namespace codag::harness {

inline std::map<std::string, std::uint64_t> by_name(const simt::host::counts& counts) {
  std::map<std::string, std::uint64_t> named;
  counts.visit([&](const char* name, std::uint64_t v) { named[name] = v; });
  return named;
}

}  // namespace codag::harness
