// Reads a message of Google's protocol buffers, field by field. ORC's own footers are such messages
// (ORC specification v1, "File Tail" and "Stripe Footer"); the few fields that codag needs do not
// justify a library with a compiler of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace codag::datasets {

/// A message that is not one. Its text says nothing more than that.
struct bad_message : std::runtime_error {
  bad_message() : runtime_error("is no protocol buffer message") {}
};

/// The fields of one message in their order. The bytes must outlive it. Throws bad_message.
class protobuf_reader {
 public:
  explicit protobuf_reader(std::span<const std::byte> message) : rest_(message) {}

  /// Goes to the next field; false after the last one.
  bool next();

  [[nodiscard]] std::uint32_t field() const { return field_; }

  /// The current field as a number (wire type 0).
  [[nodiscard]] std::uint64_t number() const;
  /// The current field's bytes (wire type 2): a string or a message.
  [[nodiscard]] std::span<const std::byte> bytes() const;
  [[nodiscard]] std::string_view text() const;
  /// Appends the number, or the packed numbers, of a repeated field.
  void append_numbers(std::vector<std::uint64_t>& to) const;

 private:
  std::span<const std::byte> rest_, bytes_;
  std::uint32_t field_ = 0;
  std::uint32_t wire_type_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace codag::datasets
