// Parameters: what a kernel's launch or a dataset's generator leaves open, declared once.
//
// Whoever uses a parameter declares it. The config's reader, the plan's names, the report's keys,
// `codag list`, sweeps and the schema all follow from that declaration:
//
//     static constexpr std::array parameters{
//         parameter{.key = "warps_per_block", .label = "warps",
//                   .least = 1, .most = 8, .standard = 4, .help = "warps per block"},
//         parameter{.key = "entropy", .label = "entropy", .unit = "bits", .scale = 1000,
//                   .least = 0, .most = 8000, .standard = 4000, .help = "bits per symbol"}};
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codag {

/// One parameter. Its value is a whole number of 1/scale units from `least` to `most`, both
/// included; a parameter with `choices` has the index of one of them as its value.
struct parameter {
  std::string_view key;     ///< in configs and reports: "ring_bytes"
  std::string_view label;   ///< in the names of cases, before "=": "ring"
  std::string_view unit{};  ///< after the value in the names of cases: "B"; empty for a pure number
  std::uint64_t scale = 1;  ///< 1000: the value 4500 is written 4.5
  std::uint64_t least = 0, most = 0;
  std::uint64_t standard = 0;                   ///< where nothing is chosen
  bool power_of_two = false;                    ///< only powers of two are allowed
  bool bytes = false;                           ///< a config may write "4KiB"
  std::span<const std::string_view> choices{};  ///< names of the values 0, 1, ...; empty: a number
  std::string_view help{};                      ///< one line for `codag list`

  /// Whether there is anything to choose.
  [[nodiscard]] constexpr bool open() const { return least != most; }

  [[nodiscard]] constexpr bool allows(std::uint64_t value) const {
    return value >= least && value <= most && (!power_of_two || (value & (value - 1)) == 0);
  }
};

/// A value for each declared parameter, in the order of the declaration.
using parameter_values = std::vector<std::uint64_t>;

/// The values where nothing is chosen.
inline parameter_values standard_values(std::span<const parameter> declared) {
  parameter_values values;
  for (const parameter& p : declared) values.push_back(p.standard);
  return values;
}

/// The value of the parameter `key`; 0 where the list does not declare it.
constexpr std::uint64_t value_of(std::span<const parameter> declared,
                                 std::span<const std::uint64_t> values, std::string_view key) {
  for (std::size_t i = 0; i < declared.size(); ++i)
    if (declared[i].key == key) return values[i];
  return 0;
}

/// Whether a list declares each key and label once, and sets standards that it allows: a
/// static_assert beside each declaration.
constexpr bool well_declared(std::span<const parameter> declared) {
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const parameter& p = declared[i];
    if (p.key.empty() || p.label.empty() || p.scale == 0 || !p.allows(p.standard)) return false;
    if (!p.choices.empty() && (p.least != 0 || p.most != p.choices.size() - 1)) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (declared[j].key == p.key || declared[j].label == p.label) return false;
  }
  return true;
}

/// The value as a person writes it, without the unit: "8", "4.5", "multi_round".
inline std::string value_text(const parameter& p, std::uint64_t value) {
  if (!p.choices.empty()) return std::string(p.choices[value]);
  std::string text = std::to_string(value / p.scale);
  if (value % p.scale == 0) return text;
  std::string fraction = std::to_string(p.scale + value % p.scale).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return text + "." + fraction;
}

}  // namespace codag
