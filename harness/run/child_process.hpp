// This program in a process of its own.
#pragma once

#include <string>
#include <vector>

#include "harness/run/interruption.hpp"

namespace codag::harness {

/// The file that this process executes.
inline constexpr const char* this_program = "/proc/self/exe";

/// How a process ended.
struct child_end {
  int exit_code = 0;        ///< meaningful if `signal` is 0 and `not_started` is empty
  int signal = 0;           ///< that ended it; 0: it ended by itself
  std::string not_started;  ///< why it could not be started; empty if it was
};

/// Runs this program with another command line, whose first element is its name, and waits for its
/// end. SIGINT and SIGTERM end it, too. With `quiet`, its standard output is dropped.
child_end run_child(std::vector<std::string> arguments, interruption& interruption,
                    bool quiet = false);

/// Ends this process when the one that started it ends: for a process of a run, such as that of a
/// profiling pass or of one device. Call it before there is an interruption, which blocks SIGTERM.
void end_with_parent();

}  // namespace codag::harness
