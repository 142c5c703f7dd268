// Files beside the project, in ../shared/data. A machine may lack them; tests that need one skip.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace codag::test {

inline std::string shared_data(const std::string& path) {
  return std::string(CODAG_TEST_DATA "/") + path;
}

/// The file's bytes; empty without the file.
inline std::string read_shared_data(const std::string& path) {
  std::ifstream file(shared_data(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Skips the test if the file is absent. scripts/count_tests counts skips by what precedes the
// colon.
#define SKIP_WITHOUT_SHARED_DATA(path)                          \
  if (!std::filesystem::exists(codag::test::shared_data(path))) \
  GTEST_SKIP() << "shared data absent: " << (path)

}  // namespace codag::test
