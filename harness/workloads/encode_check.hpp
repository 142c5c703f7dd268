// Verifying what an encoder's kernel wrote.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/workloads/workloads.hpp"

namespace codag::harness {

/// The chunk table for an encoder: each chunk has room for twice its values and 64 bytes, aligned
/// to 16 bytes.
std::vector<chunk> encode_rooms(const chunked_column& expected);

/// Bytes of all rooms together.
std::uint64_t room_bytes(std::span<const chunk> rooms);

/// Memory for the rooms in which no byte that the encoder must write is right.
std::vector<std::byte> poisoned_rooms(const chunked_column& expected, std::span<const chunk> rooms);

/// Every chunk must have the status ok and the bits of the reference encoder, and these must decode
/// to the values.
verification check_encoding(const encode_input& input, std::span<const chunk> rooms,
                            std::span<const std::byte> bits,
                            std::span<const std::uint32_t> encoded_bytes,
                            std::span<const status> statuses);

}  // namespace codag::harness
