#include "datasets/orc/protobuf_reader.hpp"

#include "codag/codec/integer/varint.hpp"

namespace codag::datasets {
namespace {

// Wire types (Protocol Buffers, "Encoding").
constexpr std::uint32_t varint = 0, eight_bytes = 1, length_and_bytes = 2, four_bytes = 5;

std::uint64_t take_number(std::span<const std::byte>& from) {
  std::uint64_t value = 0;
  if (integer::take_varint(from, value) != status::ok) throw bad_message();
  return value;
}

std::span<const std::byte> take_bytes(std::span<const std::byte>& from, std::uint64_t count) {
  if (count > from.size()) throw bad_message();
  const auto taken = from.first(count);
  from = from.subspan(count);
  return taken;
}

}  // namespace

bool protobuf_reader::next() {
  if (rest_.empty()) return false;
  const std::uint64_t tag = take_number(rest_);
  field_ = static_cast<std::uint32_t>(tag >> 3);
  wire_type_ = tag & 7;
  switch (wire_type_) {
    case varint:
      number_ = take_number(rest_);
      return true;
    case eight_bytes:
      take_bytes(rest_, 8);
      return true;
    case length_and_bytes:
      bytes_ = take_bytes(rest_, take_number(rest_));
      return true;
    case four_bytes:
      take_bytes(rest_, 4);
      return true;
    default:
      throw bad_message();
  }
}

std::uint64_t protobuf_reader::number() const {
  if (wire_type_ != varint) throw bad_message();
  return number_;
}

std::span<const std::byte> protobuf_reader::bytes() const {
  if (wire_type_ != length_and_bytes) throw bad_message();
  return bytes_;
}

std::string_view protobuf_reader::text() const {
  const auto all = bytes();
  return {reinterpret_cast<const char*>(all.data()), all.size()};
}

void protobuf_reader::append_numbers(std::vector<std::uint64_t>& to) const {
  if (wire_type_ == varint) {
    to.push_back(number_);
    return;
  }
  for (std::span<const std::byte> packed = bytes(); !packed.empty();)
    to.push_back(take_number(packed));
}

}  // namespace codag::datasets
