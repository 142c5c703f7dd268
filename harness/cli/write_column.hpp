// Writing a column's values to a file, so that other tools can be given the same bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace codag::harness {

/// Which column, and where to.
struct column_writing {
  std::string dataset;  ///< as for `codag run --dataset`: "uniform,bit_width=8", "path=FILE,..."
  std::string output;   ///< a file, "-" for standard output, or empty: NAME.TYPE.bin
  bool force = false;   ///< replace a file that exists
};

/// Writes the values, little-endian and without gaps, and prints a line with their number, their
/// type and their SHA-256; on standard error if the values go to standard output. Without a size, a
/// generated column has `generated_bytes`, and a file is read whole. Returns the exit code. Throws
/// datasets::bad_input; what exists already is left as it is then, and by SIGINT and SIGTERM.
int write_column(const column_writing& asked, std::optional<std::uint64_t> size,
                 std::uint64_t generated_bytes, std::uint64_t seed);

}  // namespace codag::harness
