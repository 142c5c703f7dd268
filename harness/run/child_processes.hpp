// Several processes at once.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/run/child_process.hpp"
#include "harness/run/interruption.hpp"

namespace codag::harness {

/// A process to start.
struct child_command {
  std::string program;                 ///< the file to execute: this_program, or a path
  std::vector<std::string> arguments;  ///< the first is the program's name
  /// Variables as "NAME=value", in addition to those of this process or instead of them.
  std::vector<std::string> environment;
};

/// Starts all processes, and waits until all have ended: the ends are in the order of `commands`.
/// If a process cannot be started, the others still run. SIGINT and SIGTERM go to all. Nothing is
/// read from standard input, and standard output is dropped. `on_line` gets each line of a
/// process's standard error, with the process's place in `commands` and without its end; a last
/// line without an end, too. It is called in this thread.
std::vector<child_end> run_children(
    const std::vector<child_command>& commands, interruption& interruption,
    const std::function<void(std::size_t, const std::string&)>& on_line);

}  // namespace codag::harness
