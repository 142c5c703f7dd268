// The main program of a target without libFuzzer, for any compiler. It tries the target's seeds, or
// the files named on the command line.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "tests/fuzz/target.hpp"

using codag::fuzz::input, codag::fuzz::try_input;

int main(int count, char** arguments) {
  if (count == 1) {
    const auto seeds = codag::fuzz::seeds();
    for (const auto& seed : seeds) try_input(input(seed));
    std::cout << seeds.size() << " seeds hold\n";
    return EXIT_SUCCESS;
  }
  for (int i = 1; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    if (!file) {
      std::cerr << arguments[i] << " cannot be read\n";
      return EXIT_FAILURE;
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    try_input(input(std::as_bytes(std::span(text))));
    std::cout << arguments[i] << " holds\n";
  }
  return EXIT_SUCCESS;
}
