// Comparing a kernel's output with the expected output.
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

/// What a workspace is filled with before a launch that is verified: a launch may rely on nothing
/// that an earlier one left there.
inline constexpr int workspace_garbage = 0xee;

/// The outcome of a run on poisoned buffers.
struct verification {
  bool ok = false;
  std::string reason;  ///< why not: the first bad chunk, or else the first wrong byte
  std::map<std::string, std::uint64_t> chunk_status;  ///< number of chunks per status
};

/// The index of the first byte of `out` that differs from `original`; std::nullopt if none does.
std::optional<std::size_t> first_difference(std::span<const std::byte> original,
                                            std::span<const std::byte> out);

/// The outcome for the first wrong byte of the output, if any, and the chunks' statuses.
verification outcome_of(std::optional<std::size_t> first_wrong, std::span<const status> statuses);

/// The outcome for the chunks' statuses, and for what is wrong with the output in other words;
/// empty if nothing is.
verification outcome_of(std::string wrong, std::span<const status> statuses);

/// The outcome for an output in host memory.
inline verification check(std::span<const std::byte> original, std::span<const std::byte> out,
                          std::span<const status> statuses) {
  return outcome_of(first_difference(original, out), statuses);
}

/// The complement of every byte of `original`. A byte that the kernel does not write thus stays
/// wrong.
std::vector<std::byte> poison_for(std::span<const std::byte> original);

}  // namespace codag::harness
