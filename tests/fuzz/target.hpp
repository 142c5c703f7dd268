// A fuzz target: a property that holds for any bytes, and inputs to start from. A program has
// several; libfuzzer.cpp and replay.cpp are the two main programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codag::fuzz {

using bytes = std::vector<std::byte>;

/// Reads a fuzz input field by field. After the input's end it reads zeros.
class input {
 public:
  explicit input(std::span<const std::byte> in) : rest_(in) {}

  std::uint8_t take_8() {
    if (rest_.empty()) return 0;
    const auto value = std::to_integer<std::uint8_t>(rest_.front());
    rest_ = rest_.subspan(1);
    return value;
  }
  std::uint16_t take_16() {
    const unsigned low = take_8(), high = take_8();
    return static_cast<std::uint16_t>(high << 8 | low);
  }
  [[nodiscard]] std::span<const std::byte> rest() const { return rest_; }

 private:
  std::span<const std::byte> rest_;
};

struct target {
  std::string name;
  /// Ends the program, with a line that says why, if the property does not hold.
  std::function<void(input)> try_input;
  /// Inputs that the target starts from.
  std::function<std::vector<bytes>()> seeds;
};

/// Adds a target to the program, before main() begins.
bool add_target(target t);

/// The program's target of this name. If there is none, ends the program with a line that lists the
/// targets.
const target& find_target(std::string_view name);

}  // namespace codag::fuzz
