// Starting a program that serves cases.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/ab/served_program.hpp"

namespace codag::harness {

/// Runs the file `program` with a command line, whose first element is its name. A process that
/// does not answer within `timeout` is ended. None outlives this process.
served_program::starter program_starter(std::string program, std::vector<std::string> arguments,
                                        std::chrono::seconds timeout);

}  // namespace codag::harness
