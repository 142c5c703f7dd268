// What a comparison of two programs means for a pull request.
#pragma once

#include "harness/ab/compare_programs.hpp"
#include "harness/compare/comparison.hpp"

namespace codag::harness {

/// `failed` if a case is slower, wrong, works on other bytes, or ended with an error;
/// `nothing_compared` if no case has a verdict; `incomplete`, only with `strict`, if a case is
/// unclear or was skipped, or if NEW lacks a case of BASE.
gate_outcome gate_of(const ab_result& result, bool strict);

}  // namespace codag::harness
