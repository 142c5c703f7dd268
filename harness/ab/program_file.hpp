// The executable file of a program.
#pragma once

#include <string>

namespace codag::harness {

struct program_file {
  std::string path;    ///< as the user typed it
  std::string sha256;  ///< of its bytes
};

/// Looks at the file. Throws datasets::bad_input, which calls it `what`, if it is not a file that
/// can be executed.
program_file find_program(const std::string& path, const std::string& what);

}  // namespace codag::harness
