#include "harness/ab/ab_gate.hpp"

namespace codag::harness {

gate_outcome gate_of(const ab_result& result, bool strict) {
  const auto any = [&](auto what) { return result.count(what) > 0; };
  if (any(verdict::worse) || any(ab_status::failed_verify) || any(ab_status::differs) ||
      any(ab_status::error))
    return gate_outcome::failed;
  if (!any(ab_status::ok)) return gate_outcome::nothing_compared;
  if (strict && (any(verdict::unclear) || any(ab_status::skipped) || !result.only_in_base.empty()))
    return gate_outcome::incomplete;
  return gate_outcome::passed;
}

}  // namespace codag::harness
