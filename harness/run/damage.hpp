// What a peer does with damaged chunks. It is tried, because many decoders promise nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "harness/config/config.hpp"
#include "harness/report/case_result.hpp"
#include "harness/run/column_store.hpp"

namespace codag::harness {

/// How many damaged chunks a case tries, one after the other.
inline constexpr std::size_t damage_tries = 200;

/// What a peer may do with a damaged chunk. A chunk can be damaged and still valid: then the
/// codec's reference decoder accepts it, and the peer's answer is compared with its values.
enum class damage_outcome : std::uint8_t {
  refused,        ///< a status other than ok; the reference decoder refuses the chunk, too
  refused_valid,  ///< a status other than ok, although the reference decoder accepts the chunk
  right_bytes,    ///< ok, with the reference decoder's values, or those of the undamaged chunk
  short_output,   ///< ok, but it says that it wrote less than the chunk's size
  other_bytes,    ///< ok, with other values; no reference decoder says whether the chunk is valid
  wrong_bytes,    ///< ok, with other values than the reference decoder's, or of a chunk it refuses
  no_status,      ///< it left the status untouched
  outside_write,  ///< bytes outside its buffers were written
  crash,          ///< its process ended, or its GPU context was lost
  hang,           ///< it did not return in time; its process was ended
  untried,        ///< not tried after too many crashes and hangs
};

constexpr std::string_view to_string(damage_outcome o) {
  constexpr std::string_view names[] = {
      "refused",   "refused_valid", "right_bytes", "short_output", "other_bytes", "wrong_bytes",
      "no_status", "outside_write", "crash",       "hang",         "untried"};
  return names[static_cast<std::size_t>(o)];
}

/// The peer of a case about damaged chunks, loaded into this process together with its column.
class damage_trial {
 public:
  /// Throws as prepare_case() does. The arguments must outlive the object.
  damage_trial(column_store& columns, const config& config, case_result& result,
               const std::function<void()>& before_peer);
  ~damage_trial();
  damage_trial(const damage_trial&) = delete;
  damage_trial& operator=(const damage_trial&) = delete;

  /// Lets the peer decode the damaged chunk of this number; the same number means the same damage.
  /// Throws if its GPU context is lost.
  damage_outcome run(std::size_t number);

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace codag::harness
