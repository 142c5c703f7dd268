// The main program of targets under libFuzzer: `PROGRAM --target=NAME`, which with
// `--write_seeds=FOLDER` writes the target's seeds. libFuzzer leaves flags that begin with -- to
// the program.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "tests/fuzz/target.hpp"

namespace {

const codag::fuzz::target* fuzzed = nullptr;

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const auto seeds = fuzzed->seeds();
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    std::ofstream file(folder / ("seed-" + std::to_string(i)), std::ios::binary);
    file.write(reinterpret_cast<const char*>(seeds[i].data()),
               static_cast<std::streamsize>(seeds[i].size()));
  }
  std::cout << seeds.size() << " seeds in " << folder.string() << '\n';
}

/// What follows the flag on the command line; empty without the flag.
std::string_view value_of(std::string_view flag, int count, char** arguments) {
  for (int i = 1; i < count; ++i)
    if (const std::string_view argument = arguments[i]; argument.starts_with(flag))
      return argument.substr(flag.size());
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
// NOLINTBEGIN(readability-identifier-naming)
extern "C" const char* __asan_default_options();

/// Freed memory is kept for some inputs, not for thousands, because fresh memory is slow.
const char* __asan_default_options() {
  return "quarantine_size_mb=8";
}
// NOLINTEND(readability-identifier-naming)

int LLVMFuzzerInitialize(int* count, char*** arguments) {
  fuzzed = &codag::fuzz::find_target(value_of("--target=", *count, *arguments));
  const std::string_view folder = value_of("--write_seeds=", *count, *arguments);
  if (folder.empty()) return 0;
  write_seeds(folder);
  std::exit(EXIT_SUCCESS);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzzed->try_input(codag::fuzz::input(std::as_bytes(std::span(data, size))));
  return 0;
}
