// What was measured of a case with its transfers.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "harness/measure/sample_set.hpp"
#include "harness/measure/transfer/transfer_workload.hpp"

namespace codag::harness {

/// Thrown if a run of the transfer has given wrong values. what() says which, and how.
struct wrong_transfer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct transfer_facts {
  transfer_sizes sizes;
  std::map<transfer_run, sample_set> runs;  ///< all, but what not_copied_back excludes
  std::string not_copied_back;  ///< why in_out and copy_out were not measured; empty if they were

  /// The least seconds that a run's copies take at the link's measured bandwidth: the longest of
  /// the bytes in at that of link_in, the bytes out at that of link_out and, if there are both, all
  /// of them at that of link_both.
  [[nodiscard]] double link_seconds(transfer_run run) const;
};

}  // namespace codag::harness
