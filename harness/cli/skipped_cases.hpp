// The cases of a plan that a run would skip.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/plan/case.hpp"

namespace codag::harness {

/// Cases that are skipped for one reason.
struct skipped_cases {
  std::string why;        ///< with the remedy, where there is one
  std::string first;      ///< the first one's name
  std::size_t count = 0;  ///< at least 1
};

/// The cases that this machine cannot run, as far as the registry, the peers and the places of the
/// files tell, by their reasons. What a file holds is not looked at. `kernels_on` is the plan's.
std::vector<skipped_cases> skipped_of(const std::vector<bench_case>& plan, backend kernels_on);

}  // namespace codag::harness
