// How a target reports that its property does not hold.
#pragma once

namespace codag::fuzz {

/// Prints the line and ends the program.
[[noreturn]] void fail(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace codag::fuzz
