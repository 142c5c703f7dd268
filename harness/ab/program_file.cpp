#include "harness/ab/program_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "datasets/bad_input.hpp"
#include "datasets/digest.hpp"

namespace codag::harness {

program_file find_program(const std::string& path, const std::string& what) {
  const auto refuse = [&](const std::string& why) {
    throw datasets::bad_input(
        what + " " + path + ": " + why +
        "; give the path of a codag program, such as build/release/bin/codag");
  };
  std::error_code unknown;
  if (access(path.c_str(), X_OK) != 0) refuse(std::strerror(errno));
  if (!std::filesystem::is_regular_file(path, unknown)) refuse("is not a file");
  return {path, datasets::sha256_of_file(path)};
}

}  // namespace codag::harness
