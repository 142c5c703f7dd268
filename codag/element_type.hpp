// The type of a column's values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace codag {

/// A column's element type. Integer codecs treat a float as the unsigned integer of its bits.
enum class element_type : std::uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
};

inline constexpr std::array<std::string_view, 10> element_type_names = {
    "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"};

constexpr std::string_view to_string(element_type t) {
  return element_type_names[static_cast<std::size_t>(t)];
}

/// The element type with that name, or nothing.
constexpr std::optional<element_type> parse_element_type(std::string_view name) {
  for (std::size_t i = 0; i < element_type_names.size(); ++i)
    if (element_type_names[i] == name) return static_cast<element_type>(i);
  return std::nullopt;
}

/// Bytes per element: 1, 2, 4 or 8.
constexpr std::size_t size_of(element_type t) {
  constexpr std::array<std::uint8_t, 10> sizes = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return sizes[static_cast<std::size_t>(t)];
}

/// Whether integer codecs treat the elements as signed (ORC's run-length encodings then use
/// zigzag).
constexpr bool is_signed(element_type t) {
  return t == element_type::int8 || t == element_type::int16 || t == element_type::int32 ||
         t == element_type::int64;
}

constexpr bool is_float(element_type t) {
  return t == element_type::float32 || t == element_type::float64;
}

}  // namespace codag
