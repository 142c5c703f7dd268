// Whose process a process is, on made trees of files like Linux's /proc.
#include "harness/measure/gpu/own_processes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "harness/support/temporary_folder.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

class own_processes : public testing::Test {
 protected:
  void process(unsigned pid, unsigned parent, const char* program) const {
    const fs::path its = tree() / std::to_string(pid);
    fs::create_directories(its);
    std::ofstream(its / "stat") << pid << " (a (b) c) S " << parent << " 1 1 0\n";
    fs::create_symlink(program, its / "exe");
  }
  [[nodiscard]] bool own(unsigned pid, unsigned self) const {
    return is_process_of_run(pid, self, tree());
  }
  [[nodiscard]] fs::path tree() const { return folder_.path(); }

  temporary_folder folder_;
};

TEST_F(own_processes, are_those_of_the_same_run) {
  process(1, 0, "/sbin/init");
  process(10, 1, "/bin/bash");
  process(20, 10, "/bin/codag");  // the run
  process(21, 20, "/bin/codag");  // a peer's process
  process(22, 20, "/bin/codag");
  process(23, 22, "/bin/sh");
  process(30, 10, "/bin/codag");  // another run of the same shell
  process(40, 10, "/bin/neighbour");
  for (const unsigned one : {20u, 21u, 22u, 23u}) {
    EXPECT_TRUE(own(one, 20)) << one;
    EXPECT_TRUE(own(one, 21)) << one << ", as a peer's process sees it";
  }
  for (const unsigned other : {1u, 10u, 30u, 40u, 999u}) {
    EXPECT_FALSE(own(other, 20)) << other;
    EXPECT_FALSE(own(other, 21)) << other << ", as a peer's process sees it";
  }
}

TEST_F(own_processes, without_a_tree_are_this_one_alone) {
  EXPECT_TRUE(own(20, 20));
  EXPECT_FALSE(own(21, 20));
}

TEST_F(own_processes, on_this_machine_include_this_one) {
  EXPECT_TRUE(is_own_process(static_cast<unsigned>(getpid())));
  EXPECT_FALSE(is_own_process(4'000'000'001));
}

}  // namespace
}  // namespace codag::harness
