// What may become of a damaged chunk, as a report names it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace codag::harness {

/// What a peer may do with a damaged chunk. A chunk can be damaged and still valid: then the
/// codec's reference decoder accepts it, and the peer's answer is compared with its values.
enum class damage_outcome : std::uint8_t {
  refused,        ///< a status other than ok; the reference decoder refuses the chunk, too
  refused_valid,  ///< a status other than ok, although the reference decoder accepts the chunk
  right_bytes,    ///< ok, with the reference decoder's values, or those of the undamaged chunk
  short_output,   ///< ok, but it says that it wrote another number of bytes than the chunk has
  other_bytes,    ///< ok, with other values; no reference decoder says whether the chunk is valid
  wrong_bytes,    ///< ok, with values that are neither the reference decoder's nor the original's
  no_status,      ///< it left the status untouched
  outside_write,  ///< bytes outside its buffers were written
  crash,          ///< its process ended, or its GPU context was lost
  hang,           ///< it did not return in time; its process was ended
  untried,        ///< not tried after too many crashes and hangs
};

inline constexpr std::array<std::string_view, 11> damage_outcome_names = {
    "refused",   "refused_valid", "right_bytes", "short_output", "other_bytes", "wrong_bytes",
    "no_status", "outside_write", "crash",       "hang",         "untried"};

constexpr std::string_view to_string(damage_outcome o) {
  return damage_outcome_names[static_cast<std::size_t>(o)];
}
static_assert(to_string(damage_outcome::untried) == "untried");

}  // namespace codag::harness
