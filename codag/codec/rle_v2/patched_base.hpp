// Splits a run into a base, narrow values, and patches for the few wide values.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"

namespace codag::rle_v2 {

/// The narrowest width that fits all `values` except `allowed` of them.
inline unsigned percentile_width(std::span<const std::uint64_t> values, std::size_t allowed) {
  std::array<std::size_t, width_codes> of_code{};
  for (const std::uint64_t v : values)
    ++of_code[encode_width(static_cast<unsigned>(std::bit_width(v)))];
  unsigned code = width_codes - 1;
  for (; code > 0 && of_code[code] <= allowed; --code) allowed -= of_code[code];
  return decode_width(code);
}

/// The patches of one run, as ORC's writers place them.
struct patch_list {
  unsigned width = 0;        ///< bits per value; higher bits are patched
  unsigned patch_width = 0;  ///< 0: no value needs a patch
  unsigned gap_width = 1;
  std::vector<std::uint64_t> entries;  ///< gap << patch_width | patch
};

/// Splits `reduced`, the run's values minus their minimum, and clears the patched bits in it.
inline patch_list take_patches(std::span<std::uint64_t> reduced) {
  patch_list list;
  list.width = percentile_width(reduced, reduced.size() / 20);  // the 95th percentile
  const unsigned widest = percentile_width(reduced, 0);
  if (widest == list.width) return list;
  list.patch_width = closest_width(widest - list.width);
  if (list.patch_width == 64) {  // an entry has 64 bits, and up to 8 are for the gap
    list.patch_width = 56;
    list.width = 8;
  }

  // At most a twentieth of the values is above the 95th percentile. Gaps over 255 need further
  // entries, at most two.
  static_assert(max_run / 20 + 2 <= max_patches);
  constexpr std::size_t max_gap = (1u << max_gap_width) - 1;
  const std::uint64_t mask = (std::uint64_t{1} << list.width) - 1;
  std::size_t previous = 0;
  std::size_t widest_gap = 0;
  for (std::size_t i = 0; i < reduced.size(); ++i) {
    if (reduced[i] <= mask) continue;
    std::size_t gap = i - previous;
    previous = i;
    for (; gap > max_gap; gap -= max_gap) {  // a patch of 0 only skips values
      list.entries.push_back(std::uint64_t{max_gap} << list.patch_width);
      widest_gap = max_gap;
    }
    list.entries.push_back(std::uint64_t{gap} << list.patch_width | reduced[i] >> list.width);
    widest_gap = std::max(widest_gap, gap);
    reduced[i] &= mask;
  }
  list.gap_width = closest_width(static_cast<unsigned>(std::bit_width(widest_gap)));
  return list;
}

}  // namespace codag::rle_v2
