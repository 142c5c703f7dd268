// Byte vectors for the tests: from text, from hexadecimal digits, and random ones.
#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace codag::test {

using bytes = std::vector<std::byte>;

inline bytes from_hex(const std::string& hex) {
  bytes b;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    b.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return b;
}

inline bytes from_text(const std::string& text) {
  const auto all = std::as_bytes(std::span(text));
  return {all.begin(), all.end()};
}

inline bytes joined(bytes first, const bytes& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Each of `values` values is as likely.
inline bytes random_bytes(std::size_t count, unsigned values, unsigned seed) {
  std::mt19937_64 random(seed);
  bytes b(count);
  for (auto& v : b) v = static_cast<std::byte>(random() % values);
  return b;
}

}  // namespace codag::test
