// The width of the terminal that output goes to.
#pragma once

#include <cstddef>
#include <optional>

namespace codag::harness {

/// The columns of the terminal that the file descriptor belongs to: those of the environment
/// variable COLUMNS, or else those that the terminal reports, or else 80. Null if it is no
/// terminal.
std::optional<std::size_t> terminal_width(int fd);

}  // namespace codag::harness
