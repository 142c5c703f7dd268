#include "harness/workloads/encode_check.hpp"

#include <algorithm>
#include <string>

namespace codag::harness {

std::vector<chunk> encode_rooms(const chunked_column& expected) {
  std::vector<chunk> rooms = expected.chunks;
  std::uint64_t at = 0;
  for (chunk& room : rooms) {
    room.in_offset = at;
    // room.in_bytes still is the size of what the reference encoder made.
    const std::uint32_t least = std::max(2 * room.out_bytes, room.in_bytes) + 64;
    room.in_bytes = (least + 15) / 16 * 16;
    at += room.in_bytes;
  }
  return rooms;
}

std::uint64_t room_bytes(std::span<const chunk> rooms) {
  return rooms.empty() ? 0 : rooms.back().in_offset + rooms.back().in_bytes;
}

std::vector<std::byte> poisoned_rooms(const chunked_column& expected,
                                      std::span<const chunk> rooms) {
  std::vector<std::byte> bits(room_bytes(rooms), std::byte{0xee});
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    const chunk& made = expected.chunks[i];
    const std::size_t bytes = std::min(made.in_bytes, rooms[i].in_bytes);
    for (std::size_t b = 0; b < bytes; ++b)
      bits[rooms[i].in_offset + b] = ~expected.bytes[made.in_offset + b];
  }
  return bits;
}

verification check_encoding(const encode_input& input, std::span<const chunk> rooms,
                            std::span<const std::byte> bits,
                            std::span<const std::uint32_t> encoded_bytes,
                            std::span<const status> statuses) {
  verification v = outcome_of(std::nullopt, statuses);
  const auto fail = [&](std::size_t i, const std::string& why) {
    v.ok = false;
    v.reason = "chunk " + std::to_string(i) + ": " + why;
    return v;
  };
  std::vector<std::byte> decoded;
  for (std::size_t i = 0; v.ok && i < rooms.size(); ++i) {
    if (encoded_bytes[i] > rooms[i].in_bytes) return fail(i, "more bytes than fit into its space");
    const auto made = bits.subspan(rooms[i].in_offset, encoded_bytes[i]);
    const chunk& reference = input.expected.chunks[i];
    const auto expected =
        std::span(input.expected.bytes).subspan(reference.in_offset, reference.in_bytes);
    // The reference encoder's bytes are known to decode to the values.
    if (made.size() == expected.size() && !first_difference(expected, made)) continue;
    decoded.resize(rooms[i].out_bytes);
    const bool right =
        input.codec.decode(made, input.expected.type, decoded) == status::ok &&
        !first_difference(input.values.subspan(rooms[i].out_offset, rooms[i].out_bytes), decoded);
    return fail(i, right ? "its encoded bytes differ from the reference encoder's"
                         : "its encoded bytes do not decode to its values");
  }
  return v;
}

}  // namespace codag::harness
