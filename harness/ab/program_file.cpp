#include "harness/ab/program_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

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
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.empty()) refuse("cannot be read");
  return {path, datasets::sha256(std::as_bytes(std::span(bytes)))};
}

}  // namespace codag::harness
