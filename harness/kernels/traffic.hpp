// The kinds of memory traffic that are measured. Memory traffic bounds every kernel.
#pragma once

#include <cstdint>
#include <string_view>

namespace codag::harness {

enum class traffic : std::uint8_t {
  copy,   ///< each byte is read and written
  read,   ///< each byte is read
  write,  ///< each byte is written
};

/// "copy", "read" or "write".
constexpr std::string_view to_string(traffic t) {
  constexpr std::string_view names[] = {"copy", "read", "write"};
  return names[static_cast<std::size_t>(t)];
}

/// The bytes that cross the memory bus for a buffer of this size.
constexpr std::uint64_t traffic_bytes(traffic t, std::uint64_t buffer_bytes) {
  return t == traffic::copy ? 2 * buffer_bytes : buffer_bytes;
}

}  // namespace codag::harness
