// The main program of a target under libFuzzer. `TARGET --write_seeds=FOLDER` writes its seeds;
// libFuzzer leaves flags that begin with -- to the target.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "tests/fuzz/target.hpp"

namespace {

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const auto seeds = codag::fuzz::seeds();
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    std::ofstream file(folder / ("seed-" + std::to_string(i)), std::ios::binary);
    file.write(reinterpret_cast<const char*>(seeds[i].data()),
               static_cast<std::streamsize>(seeds[i].size()));
  }
  std::cout << seeds.size() << " seeds in " << folder.string() << '\n';
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerInitialize(int* count, char*** arguments) {
  constexpr std::string_view flag = "--write_seeds=";
  for (int i = 1; i < *count; ++i)
    if (const std::string_view argument = (*arguments)[i]; argument.starts_with(flag)) {
      write_seeds(argument.substr(flag.size()));
      std::exit(EXIT_SUCCESS);
    }
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  codag::fuzz::try_input(codag::fuzz::input(std::as_bytes(std::span(data, size))));
  return 0;
}
