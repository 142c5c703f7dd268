// The backends: where the code of a case runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace codag::harness {

enum class backend : std::uint8_t {
  cuda,  ///< GPU 0
  host,  ///< the same kernel source under the SIMT interpreter
  cpu,   ///< native code on the CPU cores
};

constexpr std::string_view to_string(backend b) {
  constexpr std::string_view names[] = {"cuda", "host", "cpu"};
  return names[static_cast<std::size_t>(b)];
}

/// The backend with this name; std::nullopt if there is none.
constexpr std::optional<backend> parse_backend(std::string_view name) {
  for (const backend b : {backend::cuda, backend::host, backend::cpu})
    if (to_string(b) == name) return b;
  return std::nullopt;
}

}  // namespace codag::harness
