// Columns of text: blocks that end with a line, and what their lines are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "codag/element_type.hpp"
#include "datasets/generator/generator.hpp"

namespace codag::datasets {

/// Writes the texts that `make(r, block)` gives, each generator_block_bytes long.
template <class Make>
block_writer write_text(Make make) {
  return [make = std::move(make)](random& r, std::uint64_t block, std::span<std::byte> out) {
    const std::string text = make(r, block);
    std::memcpy(out.data(), text.data(), out.size());
  };
}

/// A text of generator_block_bytes: what `next()` gives, again and again, up to the last line that
/// fits. Each call gives whole lines, which are shorter than a block. Blanks at the end of the last
/// line fill the block.
template <class Next>
std::string lines_of_block(const Next& next) {
  std::string text;
  text.reserve(generator_block_bytes);
  while (text.size() < generator_block_bytes) text += next();
  text.resize(text.rfind('\n', generator_block_bytes - 1));
  text.resize(generator_block_bytes - 1, ' ');
  return text += '\n';
}

/// The parts together. A list's elements are evaluated in order, the operands of + are not; and the
/// order of the random numbers must be the same with every compiler.
inline std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

/// A number from `low` to `high`, as text.
inline std::string number_between(random& r, std::uint64_t low, std::uint64_t high) {
  return std::to_string(r.between(low, high));
}

/// `value` with zeros before it, so that it has at least `digits` digits.
inline std::string with_zeros(std::uint64_t value, std::size_t digits) {
  const std::string text = std::to_string(value);
  return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

/// The time of day, `hours:minutes:seconds`.
inline std::string time_of_day(std::uint64_t seconds) {
  return joined({with_zeros(seconds / 3600 % 24, 2), ":", with_zeros(seconds / 60 % 60, 2), ":",
                 with_zeros(seconds % 60, 2)});
}

/// The digits of base 16 and of Base64 (RFC 4648), by value.
inline constexpr std::string_view hex_digits = "0123456789abcdef";
inline constexpr std::string_view base64_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace codag::datasets
