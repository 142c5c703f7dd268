// The keys under which a case's row says what its schedule is.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace codag::harness {

/// schedule_parts and launch_parameters, by name: two variants of a codec differ in one or more.
inline constexpr std::array<std::string_view, 6> schedule_keys = {
    "schedule", "decoding", "input_buffer", "prefetch_warp", "warps_per_block", "ring_bytes"};

constexpr bool is_schedule_key(std::string_view key) {
  return std::ranges::find(schedule_keys, key) != schedule_keys.end();
}

}  // namespace codag::harness
