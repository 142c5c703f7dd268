// Kernels with a planted data race, in several lane orders.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "codag/simt/host/misuse.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::test {

/// The line of the calling file that ends in "// [label]", as a report writes it.
inline std::string at(const std::string& label,
                      const std::source_location& caller = std::source_location::current()) {
  const std::string_view name = caller.file_name();
  const std::string own_path(name.substr(name.rfind("tests/")));
  std::ifstream file(std::string(CODAG_SOURCE_DIR "/") + own_path);
  std::string line;
  for (unsigned number = 1; std::getline(file, line); ++number)
    if (line.ends_with("// [" + label + "]"))
      return " at " + own_path + ":" + std::to_string(number) + "\n";
  ADD_FAILURE() << "no line is labelled " << label;
  return {};
}

/// What is said of the kernel when its lanes run in ascending, descending and another order; "" if
/// nothing is.
template <class Storage = no_storage, class Body>
std::array<std::string, 3> reports(simt::launch_shape shape, const Body& body) {
  using simt::host::lane_order;
  std::array<std::string, 3> all;
  const lane_order orders[] = {lane_order::ascending(), lane_order::descending(),
                               lane_order::seeded(7)};
  for (unsigned i = 0; i < all.size(); ++i) {
    try {
      run<Storage>(shape, body, {.order = orders[i]});
    } catch (const simt::host::data_race& race) {
      all[i] = std::string(race.what()) + "\n";
    }
  }
  return all;
}

template <class Storage = no_storage, class Body>
void expect_race(simt::launch_shape shape, const Body& body,
                 const std::vector<std::string>& parts) {
  const auto all = reports<Storage>(shape, body);
  std::cout << all[0];  // docs/interpreter.md shows some
  for (const std::string& report : all)
    for (const std::string& part : parts)
      EXPECT_NE(report.find(part), std::string::npos) << "no \"" << part << "\" in:\n" << report;
}

template <class Storage = no_storage, class Body>
void expect_clean(simt::launch_shape shape, const Body& body) {
  for (const std::string& report : reports<Storage>(shape, body)) EXPECT_EQ(report, "");
}

struct words {
  std::uint32_t at[256];
};

/// Keeps a value that a kernel has read.
inline void use(std::uint32_t value) {
  asm volatile("" ::"r"(value));
}

}  // namespace codag::test
