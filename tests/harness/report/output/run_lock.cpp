#include "harness/report/output/run_lock.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>

#include "datasets/bad_input.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

class run_lock_test : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("codag-lock-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(run_lock_test, one_run_has_it_and_is_named_to_the_other) {
  auto first = std::make_unique<run_lock>(folder_ / "r.json");
  try {
    const run_lock second(folder_ / "r.json");
    ADD_FAILURE() << "two runs have the lock";
  } catch (const datasets::bad_input& e) {
    EXPECT_NE(std::string(e.what()).find("pid " + std::to_string(getpid()) + " on "),
              std::string::npos)
        << e.what();
  }
  const run_lock of_another_report(folder_ / "s.json");
  first.reset();
  const run_lock third(folder_ / "r.json");
}

TEST_F(run_lock_test, leaves_no_file_and_takes_one_that_a_killed_run_left) {
  { const run_lock lock(folder_ / "r.json"); }
  EXPECT_TRUE(fs::is_empty(folder_));
  std::ofstream(folder_ / ".r.json.lock") << "pid 1 on nowhere";
  { const run_lock lock(folder_ / "r.json"); }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(run_lock_test, a_folder_that_takes_no_file_is_bad_input) {
  EXPECT_THROW(run_lock(folder_ / "none" / "r.json"), datasets::bad_input);
}

}  // namespace
}  // namespace codag::harness
