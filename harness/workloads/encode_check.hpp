// Verifying the output of an encoder kernel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/workloads/workloads.hpp"

namespace codag::harness {

/// The chunk table for an encoder. Each chunk has space for twice the size of its values, or for
/// what the reference encoder made if that is more, and 64 bytes; aligned to 16 bytes.
std::vector<chunk> encode_rooms(const chunked_column& expected);

/// The total bytes of all chunks' spaces.
std::uint64_t room_bytes(std::span<const chunk> rooms);

/// Memory for these spaces, in which every byte that the encoder must write is initially wrong.
std::vector<std::byte> poisoned_rooms(const chunked_column& expected, std::span<const chunk> rooms);

/// Checks that every chunk has the status ok and the same bytes as the reference encoder's output.
/// `input` says that these decode to the values. If a chunk's bytes differ, the reason says whether
/// they decode to the values nevertheless.
verification check_encoding(const encode_input& input, std::span<const chunk> rooms,
                            std::span<const std::byte> bits,
                            std::span<const std::uint32_t> encoded_bytes,
                            std::span<const status> statuses);

}  // namespace codag::harness
