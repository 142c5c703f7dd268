// How often a run-length decoder looks whether its input has ended.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::integer {

/// Past a chunk's end the input gives zeros, and zeros are whole symbols of the run-length formats.
/// A decoder that never looked would fill a truncated chunk's output with them. It looks once in
/// this many values: a truncated chunk costs its input and a little more, whatever output it
/// declares.
inline constexpr std::uint32_t look_interval = 1024;

/// Whether the symbol needs a look: it has more values than the chunk has `left`, or it is the one
/// that begins the next look_interval of them. That is one comparison per symbol for both.
CODAG_DEVICE bool needs_a_look(std::uint32_t length, std::uint32_t left) {
  return length > left % look_interval;
}

}  // namespace codag::integer
