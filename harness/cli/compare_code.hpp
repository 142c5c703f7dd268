// `codag compare --code-only`: whether the machine code of kernels has changed.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/exit_code.hpp"

namespace codag::harness {

/// Compares the machine code in BASE with that in each NEW and prints what differs. Each is a codag
/// program or a report of a run on a GPU. exit_ok: all code is the same; exit_case_failed: some is
/// another; exit_skipped: something does not tell. Throws datasets::bad_input for any other file.
exit_code compare_code(const std::string& base, const std::vector<std::string>& now);

}  // namespace codag::harness
