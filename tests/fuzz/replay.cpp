// The main program of targets without libFuzzer, for any compiler. It tries a target's seeds, or
// the files named on the command line.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "tests/fuzz/target.hpp"

using codag::fuzz::input;

int main(int count, char** arguments) {
  const codag::fuzz::target& target = codag::fuzz::find_target(count > 1 ? arguments[1] : "");
  if (count == 2) {
    const auto seeds = target.seeds();
    for (const auto& seed : seeds) target.try_input(input(seed));
    std::cout << seeds.size() << " seeds hold\n";
    return EXIT_SUCCESS;
  }
  for (int i = 2; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    if (!file) {
      std::cerr << arguments[i] << " cannot be read\n";
      return EXIT_FAILURE;
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    target.try_input(input(std::as_bytes(std::span(text))));
    std::cout << arguments[i] << " holds\n";
  }
  return EXIT_SUCCESS;
}
