// What a peer does with damaged chunks. It is tried, because many decoders promise nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "harness/config/config.hpp"
#include "harness/report/case_result.hpp"
#include "harness/report/damage_outcome.hpp"
#include "harness/run/column_store.hpp"

namespace codag::harness {

/// How many damaged chunks a case tries, one after the other.
inline constexpr std::size_t damage_tries = 200;

/// The peer of a case about damaged chunks, loaded into this process together with its column.
class damage_trial {
 public:
  /// Lets the peer decode an undamaged chunk first. Throws as prepare_case() does, and
  /// std::runtime_error if the peer fails at that chunk. The arguments must outlive the object.
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
