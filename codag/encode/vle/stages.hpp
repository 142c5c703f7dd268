// The stages of encoding a column, and which of them a run times.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "codag/parameters.hpp"
#include "codag/phase.hpp"

namespace codag::vle {

/// The stages, in their order.
enum class stage : std::uint8_t {
  histogram,   ///< counts the symbols
  codebook,    ///< builds the code from the counts
  encoding,    ///< writes the codewords
  compaction,  ///< joins the segments, if they were written apart
};

/// The stages that are timed: from the first to the last. Those before and after them run, too, but
/// outside the measured time.
struct timed_stages {
  stage first, last;
};

/// The values of the parameter `timed`, by name.
inline constexpr std::array<std::string_view, 5> timed_names = {"encode", "all", "kernel",
                                                                "histogram", "codebook"};
constexpr timed_stages timed_stages_of(std::uint64_t value) {
  constexpr timed_stages of[] = {{stage::encoding, stage::compaction},
                                 {stage::histogram, stage::compaction},
                                 {stage::encoding, stage::encoding},
                                 {stage::histogram, stage::histogram},
                                 {stage::codebook, stage::codebook}};
  static_assert(std::size(of) == timed_names.size());
  return of[value];
}

/// What is timed if that is less than the encoding.
constexpr partial_work partial_work_of(timed_stages timed) {
  if (timed.last == stage::histogram) return {.why = "the histogram only reads the values"};
  if (timed.last == stage::codebook)
    return {.why = "building the code neither reads nor writes the column", .reads_values = false};
  return {};
}

/// The parameter `timed`, with the first `choices` of its values.
template <std::size_t choices>
  requires(choices <= timed_names.size())
constexpr parameter timed_parameter() {
  return {.key = "timed",
          .label = "timed",
          .least = 0,
          .most = choices - 1,
          .standard = 0,
          .choices = {timed_names.data(), choices},
          .help = "the stages that are timed; encode: given the code"};
}

/// The phase of a run that a stage belongs to.
constexpr phase phase_of(stage s, timed_stages timed) {
  if (s < timed.first) return phase::before;
  return s > timed.last ? phase::after : phase::timed;
}

}  // namespace codag::vle
