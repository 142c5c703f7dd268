// A number for people, with enough digits and without an exponent.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace codag::harness {

/// The value with as many decimals as `significant` digits need, and at least `decimals`: 2122.4,
/// 0.9500, 0.00004321.
inline std::string digits(double value, int significant, int decimals = 0) {
  constexpr int most = 20;  // 1e-17 is no measurement
  if (value != 0)
    decimals =
        std::clamp(significant - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))),
                   decimals, most);
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

}  // namespace codag::harness
