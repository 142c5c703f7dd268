// The named items of a config (variants, codecs and datasets) with their chosen parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codag/parameters.hpp"

namespace codag::harness {

/// An item that a config may name, with its parameters.
struct known_name {
  std::string name;
  std::vector<parameter> parameters{};
  /// Why a combination of allowed values is unavailable in this build, with the remedy; empty if it
  /// is available. If the pointer is null, every combination is available.
  std::string (*why_not)(std::span<const std::uint64_t> values) = nullptr;
};

/// The names without the parameters, for messages.
std::vector<std::string> names_of(const std::vector<known_name>& known);

/// The item with this name, or nullptr.
const known_name* find_known(const std::vector<known_name>& known, std::string_view name);

/// The parameters that a config sets, in the order of their declaration. Parameters that are not
/// set get their default when the plan is made, because the default can differ between codecs.
struct chosen_parameters {
  std::vector<std::pair<parameter, std::uint64_t>> values;

  /// The value that was chosen for this key, if any.
  [[nodiscard]] std::optional<std::uint64_t> of(std::string_view key) const;
  /// The suffix for a name: "/warps=8/ring=512B"; empty if nothing was chosen.
  [[nodiscard]] std::string suffix() const;
};

/// A value for each parameter of `declared`: the chosen value, or the default.
parameter_values resolve(const std::vector<parameter>& declared, const chosen_parameters& chosen);

/// An item with the parameters that a config chose.
struct named_choice {
  std::string name;        ///< for case names and tables: "block_per_chunk/warps=8"
  std::string registered;  ///< the registered name: "block_per_chunk"
  chosen_parameters chosen;

  named_choice(const char* known) : name(known), registered(known) {}
  named_choice(const std::string& known, chosen_parameters parameters)
      : name(known + parameters.suffix()), registered(known), chosen(std::move(parameters)) {}
};

}  // namespace codag::harness
