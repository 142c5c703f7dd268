// The settings of Gompresso's compressor.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "codag/codec/gompresso/sequence.hpp"
#include "codag/parameters.hpp"

namespace codag::gompresso {

/// How a chunk is divided into sequences (parse.hpp).
enum class parse_kind : std::uint8_t { chain, lz4 };

/// Section V of the paper gives the standard values.
struct settings {
  std::uint32_t window = 8192;    ///< the greatest distance of a back-reference
  std::uint32_t look_ahead = 64;  ///< the greatest length of one
  /// No back-reference copies what its own group writes (section IV-B).
  bool eliminate_dependencies = true;
  parse_kind parse = parse_kind::chain;
};

inline constexpr std::array<std::string_view, 2> no_or_yes{"no", "yes"};
inline constexpr std::array<std::string_view, 2> parse_names{"chain", "lz4"};

inline constexpr std::array settings_parameters{
    parameter{.key = "window",
              .label = "window",
              .unit = "B",
              .least = 256,
              .most = max_window,
              .standard = settings{}.window,
              .power_of_two = true,
              .bytes = true,
              .help = "how far back a match may lie"},
    parameter{.key = "look_ahead",
              .label = "ahead",
              .unit = "B",
              .least = 8,
              .most = max_look_ahead,
              .standard = settings{}.look_ahead,
              .bytes = true,
              .help = "the longest match"},
    parameter{.key = "eliminate_dependencies",
              .label = "eliminate",
              .least = 0,
              .most = 1,
              .standard = settings{}.eliminate_dependencies ? 1 : 0,
              .choices = no_or_yes,
              .help = "whether no match may copy what its own group of 32 sequences writes"},
    parameter{.key = "parse",
              .label = "parse",
              .most = parse_names.size() - 1,
              .standard = static_cast<std::uint64_t>(settings{}.parse),
              .choices = parse_names,
              .help = "the longest match of a hash chain, or LZ4's fast parse"}};
static_assert(well_declared(settings_parameters));

/// The settings from a value for each parameter.
constexpr settings settings_of(std::span<const std::uint64_t> values) {
  return {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1]),
          values[2] != 0, static_cast<parse_kind>(values[3])};
}

/// What a report says of the encoder: "window 8192, look-ahead 64, dependencies eliminated".
inline std::string to_string(const settings& s) {
  return "window " + std::to_string(s.window) + ", look-ahead " + std::to_string(s.look_ahead) +
         (s.eliminate_dependencies ? ", dependencies eliminated" : ", dependencies kept") +
         (s.parse == parse_kind::lz4 ? ", LZ4's parse" : "");
}

}  // namespace codag::gompresso
