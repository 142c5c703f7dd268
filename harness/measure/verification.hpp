// Comparing what a kernel wrote with what it had to write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codag/status.hpp"

namespace codag::harness {

/// What a run on poisoned buffers left behind.
struct verification {
  bool ok = false;
  std::string reason;  ///< why not: the first wrong byte, the first bad chunk
  std::map<std::string, std::uint64_t> chunk_status;  ///< number of chunks per status
};

/// The index of the first byte of `out` that differs from `original`; nothing if none does.
std::optional<std::size_t> first_difference(std::span<const std::byte> original,
                                            std::span<const std::byte> out);

/// The verdict over the first wrong byte of the output, if any, and the chunks' statuses.
verification verdict(std::optional<std::size_t> first_wrong, std::span<const status> statuses);

/// The verdict over an output in host memory.
inline verification check(std::span<const std::byte> original, std::span<const std::byte> out,
                          std::span<const status> statuses) {
  return verdict(first_difference(original, out), statuses);
}

/// The complement of every byte of `original`: a byte that is not written stays a wrong byte.
std::vector<std::byte> poison_for(std::span<const std::byte> original);

}  // namespace codag::harness
