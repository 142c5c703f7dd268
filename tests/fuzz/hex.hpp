// Bytes as hexadecimal digits.
#pragma once

#include <string>

#include "tests/fuzz/target.hpp"

namespace codag::fuzz {

inline std::string to_hex(const bytes& b) {
  constexpr const char* digits = "0123456789abcdef";
  std::string hex;
  for (const std::byte value : b) {
    hex += digits[std::to_integer<unsigned>(value) >> 4];
    hex += digits[std::to_integer<unsigned>(value) & 15];
  }
  return hex;
}

/// Throws std::invalid_argument where there are no digits.
inline bytes from_hex(const std::string& hex) {
  bytes b;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    b.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return b;
}

}  // namespace codag::fuzz
