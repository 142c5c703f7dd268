#include "harness/config/sizes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/config/placed_json.hpp"

namespace codag::harness {
namespace {

// More than any machine's memory, and small enough that sums of sizes cannot overflow.
constexpr std::uint64_t max_size = 1ull << 44;

/// The number of bytes in a text such as "64KiB"; std::nullopt if it is not a size or exceeds
/// max_size.
std::optional<std::uint64_t> size_from_text(const std::string& text) {
  constexpr std::pair<const char*, std::uint64_t> units[] = {
      {"", 1},       {"B", 1},      {"KiB", 1ull << 10}, {"MiB", 1ull << 20},  {"GiB", 1ull << 30},
      {"kB", 1'000}, {"KB", 1'000}, {"MB", 1'000'000},   {"GB", 1'000'000'000}};
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0) return std::nullopt;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    count = count * 10 + static_cast<std::uint64_t>(text[i] - '0');
    if (count > max_size) return std::nullopt;
  }
  for (const auto& [name, bytes] : units)
    if (text.substr(digits) == name)
      return count <= max_size / bytes ? std::optional(count * bytes) : std::nullopt;
  return std::nullopt;
}

}  // namespace

std::uint64_t parse_size(const nlohmann::json& value, const std::string& place) {
  const std::optional<std::uint64_t> bytes =
      value.is_string() ? size_from_text(value.get<std::string>()) : whole_number(value);
  if (!bytes || *bytes == 0 || *bytes > max_size)
    throw datasets::bad_input(place +
                              ": expected a size from one byte to 16384GiB, such as \"64KiB\", "
                              "\"1GiB\", \"500MB\" or a number of bytes, found " +
                              shown(value));
  return *bytes;
}

std::uint64_t parse_size_text(const std::string& text, const std::string& place) {
  return parse_size(nlohmann::json(text), place);
}

std::string size_name(std::uint64_t bytes) {
  constexpr std::pair<std::uint64_t, const char*> units[] = {
      {1ull << 30, "GiB"}, {1ull << 20, "MiB"}, {1ull << 10, "KiB"}};
  for (const auto& [unit, name] : units)
    if (bytes >= unit && bytes % unit == 0) return std::to_string(bytes / unit) + name;
  return std::to_string(bytes) + "B";
}

}  // namespace codag::harness
