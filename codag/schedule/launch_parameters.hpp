// What the decode family's kernels leave to choose at launch.
#pragma once

#include <cstdint>
#include <span>

#include "codag/parameters.hpp"

namespace codag {

/// The chosen values, as a kernel reads them. If a kernel does not declare one of the parameters,
/// the member has a fixed value of the kernel, or 0.
struct launch_parameters {
  std::uint32_t warps_per_block;
  std::uint32_t ring_bytes;  ///< of a chunk's input buffer; a power of two

  friend constexpr bool operator==(const launch_parameters&, const launch_parameters&) = default;
};

/// Declares "warps_per_block". Equal limits leave no choice, but the value is still reported.
constexpr parameter warps_per_block_parameter(std::uint64_t least, std::uint64_t most,
                                              std::uint64_t standard) {
  return {.key = "warps_per_block",
          .label = "warps",
          .least = least,
          .most = most,
          .standard = standard,
          .help = "warps per block"};
}

/// Declares "ring_bytes". It is a power of two, so that a mask gives the position in the ring.
constexpr parameter ring_bytes_parameter(std::uint64_t least, std::uint64_t most,
                                         std::uint64_t standard) {
  return {.key = "ring_bytes",
          .label = "ring",
          .unit = "B",
          .least = least,
          .most = most,
          .standard = standard,
          .power_of_two = true,
          .bytes = true,
          .help = "bytes of each chunk's input buffer"};
}

/// The chosen values. `values` has one for each declared parameter.
constexpr launch_parameters launch_parameters_of(std::span<const parameter> declared,
                                                 std::span<const std::uint64_t> values) {
  return {static_cast<std::uint32_t>(value_of(declared, values, "warps_per_block")),
          static_cast<std::uint32_t>(value_of(declared, values, "ring_bytes"))};
}

/// The default of each declared parameter.
constexpr launch_parameters standard_launch(std::span<const parameter> declared) {
  launch_parameters standard{};
  for (const parameter& p : declared) {
    if (p.key == "warps_per_block")
      standard.warps_per_block = static_cast<std::uint32_t>(p.standard);
    if (p.key == "ring_bytes") standard.ring_bytes = static_cast<std::uint32_t>(p.standard);
  }
  return standard;
}

}  // namespace codag
