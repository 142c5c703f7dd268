// The end of a command that did what it was asked to and did not succeed.
#pragma once

#include <stdexcept>
#include <string>

#include "harness/cli/exit_code.hpp"

namespace codag::harness {

/// Ends the command with this line for the user and this exit code. Bad input has an exception of
/// its own, and any other is an internal error.
struct command_failed : std::runtime_error {
  explicit command_failed(const std::string& what, exit_code ends_with = exit_case_failed)
      : std::runtime_error(what), code(ends_with) {}

  exit_code code;
};

}  // namespace codag::harness
