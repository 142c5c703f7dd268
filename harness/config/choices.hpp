// Things that a config names, with the parameters that it chooses: variants, codecs, datasets.
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

/// Something that a config may name, and what it leaves to choose.
struct known_name {
  std::string name;
  std::vector<parameter> parameters{};
  /// Why a combination of allowed values is not available here, with the remedy; empty if it is.
  /// Null: every combination is.
  std::string (*why_not)(std::span<const std::uint64_t> values) = nullptr;
};

/// The names alone, for messages.
std::vector<std::string> names_of(const std::vector<known_name>& known);

/// The thing of that name, or nullptr.
const known_name* find_known(const std::vector<known_name>& known, std::string_view name);

/// The parameters that a config sets, in the order of their declaration. What is not set takes its
/// standard value when the plan is made: the standard can differ from codec to codec.
struct chosen_parameters {
  std::vector<std::pair<parameter, std::uint64_t>> values;

  /// The value that was chosen for that key, if any.
  [[nodiscard]] std::optional<std::uint64_t> of(std::string_view key) const;
  /// "/warps=8/ring=512B": what a name gets appended; empty if nothing was chosen.
  [[nodiscard]] std::string suffix() const;
};

/// A value for each parameter of `declared`: the chosen one, or the standard.
parameter_values resolve(const std::vector<parameter>& declared, const chosen_parameters& chosen);

/// A thing as a config names it.
struct named_choice {
  std::string name;        ///< in case names and tables: "block_per_chunk/warps=8"
  std::string registered;  ///< as known: "block_per_chunk"
  chosen_parameters chosen;

  named_choice(const char* known) : name(known), registered(known) {}
  named_choice(const std::string& known, chosen_parameters parameters)
      : name(known + parameters.suffix()), registered(known), chosen(std::move(parameters)) {}
};

}  // namespace codag::harness
