// What is known of a variant without its kernels.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "codag/schedule/launch_parameters.hpp"
#include "codag/schedule/schedule_parts.hpp"

namespace codag::harness {

/// What every list's rows begin with.
struct variant_facts {
  std::string_view codec;    ///< "rle_v1"
  std::string_view variant;  ///< "warp_per_chunk/all_threads/shared"
  schedule_parts parts;
  launch_parameters defaults;
  launch_limits limits;
};

/// The row of that codec and variant, or nullptr.
template <class Row>
const Row* find_row(std::span<const Row> rows, std::string_view codec, std::string_view variant) {
  const auto row = std::ranges::find_if(
      rows, [&](const Row& r) { return r.facts.codec == codec && r.facts.variant == variant; });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace codag::harness
