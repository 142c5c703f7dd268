// Bytes written as hexadecimal digits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace codag::test {

/// The bytes that pairs of hexadecimal digits stand for.
inline std::vector<std::byte> from_hex(const std::string& hex) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

}  // namespace codag::test
