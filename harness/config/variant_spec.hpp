// A variant as a config names it: a registered one, and what of its launch is chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codag/schedule/launch_parameters.hpp"
#include "harness/config/config_reader.hpp"

namespace codag::harness {

/// Without a choice: the schedule's defaults, which can differ from codec to codec.
struct chosen_parameters {
  std::optional<std::uint32_t> warps_per_block, ring_bytes;

  [[nodiscard]] launch_parameters over(const launch_parameters& defaults) const {
    return {warps_per_block.value_or(defaults.warps_per_block),
            ring_bytes.value_or(defaults.ring_bytes)};
  }
};

struct variant_spec {
  std::string name;    ///< in case names and tables: "block_per_chunk/warps=8"
  std::string kernel;  ///< as registered: "block_per_chunk"
  chosen_parameters chosen;

  variant_spec(const char* registered) : name(registered), kernel(registered) {}
  /// The name says what was chosen.
  variant_spec(const std::string& registered, const chosen_parameters& chosen);
};

/// A registered variant that a config may name, and what it may choose.
struct known_variant {
  std::string name;
  launch_limits limits{};  ///< of a variant that launches nothing: zeros
};

std::vector<std::string> names_of(const std::vector<known_variant>& variants);

/// An element of the config's list: a name, or {"name", "warps_per_block": [...], "ring_bytes":
/// [...]}, which stands for a variant for each combination.
std::vector<variant_spec> read_variants(const placed_json& place,
                                        const std::vector<known_variant>& known);

}  // namespace codag::harness
