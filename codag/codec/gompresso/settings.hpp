// The settings of Gompresso's compressor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "codag/codec/gompresso/sequence.hpp"
#include "codag/parameters.hpp"

namespace codag::gompresso {

/// How a chunk is divided into sequences (parse.hpp).
enum class parse_kind : std::uint8_t { chain, lz4, cheapest, warp };

/// Section V of the paper gives the standard values.
struct settings {
  std::uint32_t window = 8192;    ///< the greatest distance of a back-reference
  std::uint32_t look_ahead = 64;  ///< the greatest length of one
  /// No back-reference copies what its own group writes (section IV-B).
  bool eliminate_dependencies = true;
  parse_kind parse = parse_kind::chain;
  /// The least length of a back-reference. Shorter ones are literals: they save a byte at most, and
  /// a group of few bytes takes a decoder as long as one of many.
  std::uint32_t min_match = 6;
  /// The longest literal string of a sequence. A longer one becomes several sequences.
  std::uint32_t max_literals = gompresso::max_literals;
};

/// No match is shorter, whatever the settings.
inline constexpr std::uint32_t least_min_match = 4;

inline constexpr std::array<std::string_view, 2> no_or_yes{"no", "yes"};
inline constexpr std::array<std::string_view, 4> parse_names{"chain", "lz4", "cheapest", "warp"};

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
              .help =
                  "the longest match of a hash chain, LZ4's fast parse, the sequences that cost "
                  "least, or what a warp finds at 32 positions at once"},
    parameter{.key = "min_match",
              .label = "min_match",
              .unit = "B",
              .least = least_min_match,
              .most = 8,
              .standard = settings{}.min_match,
              .bytes = true,
              .help = "the shortest match"},
    parameter{.key = "max_literals",
              .label = "literals",
              .unit = "B",
              .least = 4,
              .most = max_literals,
              .standard = settings{}.max_literals,
              .bytes = true,
              .help = "the longest literal string of a sequence"}};
static_assert(well_declared(settings_parameters));

/// The settings from a value for each parameter.
constexpr settings settings_of(std::span<const std::uint64_t> values) {
  return {static_cast<std::uint32_t>(values[0]),
          static_cast<std::uint32_t>(values[1]),
          values[2] != 0,
          static_cast<parse_kind>(values[3]),
          static_cast<std::uint32_t>(values[4]),
          static_cast<std::uint32_t>(values[5])};
}

/// What a report says of the encoder: "window 8192, look-ahead 64, matches from 6 bytes on,
/// dependencies eliminated".
inline std::string to_string(const settings& s) {
  constexpr std::array<std::string_view, 4> parses{"", ", LZ4's parse", ", the cheapest parse",
                                                   ", a warp's parse"};
  return "window " + std::to_string(s.window) + ", look-ahead " + std::to_string(s.look_ahead) +
         ", matches from " + std::to_string(s.min_match) + " bytes on, at most " +
         std::to_string(s.max_literals) + " literals before one" +
         (s.eliminate_dependencies ? ", dependencies eliminated" : ", dependencies kept") +
         std::string(parses[static_cast<std::size_t>(s.parse)]);
}

}  // namespace codag::gompresso
