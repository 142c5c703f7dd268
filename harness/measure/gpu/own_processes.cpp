#include "harness/measure/gpu/own_processes.hpp"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(unsigned pid, const fs::path& tree) {
  return tree / std::to_string(pid);
}

/// The program that a process runs; empty if that is unknown.
fs::path program_of(unsigned pid, const fs::path& tree) {
  std::error_code unknown;
  return fs::read_symlink(folder_of(pid, tree) / "exe", unknown);
}

/// The process that the user started: the last of this one's forebears that run the same program.
unsigned first_of_run(unsigned self, const fs::path& tree) {
  const fs::path program = program_of(self, tree);
  for (unsigned first = self;;) {
    const unsigned parent = parent_of(first, tree);
    if (parent == 0 || program.empty() || program_of(parent, tree) != program) return first;
    first = parent;
  }
}

}  // namespace

unsigned parent_of(unsigned pid, const fs::path& tree) {
  std::ifstream in(folder_of(pid, tree) / "stat");
  std::string line;
  std::getline(in, line);
  // "PID (name) state parent ...": a name may have spaces and parentheses.
  const auto name_end = line.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream rest(line.substr(name_end + 1));
  char state = 0;
  unsigned parent = 0;
  rest >> state >> parent;
  return parent;
}

bool is_process_of_run(unsigned pid, unsigned self, const fs::path& tree) {
  const unsigned first = first_of_run(self, tree);
  for (unsigned one = pid; one != 0; one = parent_of(one, tree))
    if (one == self || one == first) return true;
  return false;
}

bool is_own_process(unsigned pid, const fs::path& tree) {
  return is_process_of_run(pid, static_cast<unsigned>(getpid()), tree);
}

}  // namespace codag::harness
