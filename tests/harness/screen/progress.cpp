// The progress line on a pseudo-terminal and in a pipe.
#include "harness/screen/progress.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

namespace codag::harness {
namespace {

/// What the other end of `fd` was written, without waiting for more.
std::string drain(int fd) {
  fcntl(fd, F_SETFL, O_NONBLOCK);
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t n; (n = ::read(fd, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(n));
  return text;
}

class progress_test : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    ours_ = posix_openpt(O_RDWR | O_NOCTTY);
    if (ours_ < 0 || grantpt(ours_) != 0 || unlockpt(ours_) != 0)
      GTEST_SKIP() << "no pseudo-terminal here";
    theirs_ = open(ptsname(ours_), O_RDWR | O_NOCTTY);
    ASSERT_GE(theirs_, 0);
  }
  void TearDown() override {
    if (theirs_ >= 0) close(theirs_);
    if (ours_ >= 0) close(ours_);
  }

  /// What two cases show.
  std::string shown(const std::string& name) {
    {
      progress_line line(2, theirs_);
      line.begin(name);
      line.end();
      line.begin("second");
      line.end();
    }
    return drain(ours_);
  }

  int ours_ = -1, theirs_ = -1;
};

TEST_F(progress_test, a_line_that_is_said_stays_and_the_case_before_it_does_not) {
  {
    progress_line line(2, theirs_);
    line.begin("MC0");
    line.say("a note");
  }
  const std::string text = drain(ours_), cleared = "\r\033[K";
  EXPECT_NE(text.find("MC0" + cleared + "a note\r\n"), std::string::npos) << text;
  EXPECT_EQ(text.rfind(cleared), text.find(cleared)) << "there is nothing left to clear";
}

TEST_F(progress_test, a_terminal_sees_case_count_and_time_left_and_then_nothing) {
  const std::string text = shown("MC0/rle_v1");
  EXPECT_NE(text.find("[1/2]"), std::string::npos) << text;
  EXPECT_NE(text.find("MC0/rle_v1"), std::string::npos);
  EXPECT_NE(text.find("second, about 0 s left"), std::string::npos);
  EXPECT_NE(text.find("\033[1m"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\r\033[K")) << "cleared at the end";
}

TEST(progress, the_time_left_is_that_of_the_cases_left) {
  progress_count count(5);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  for (int i = 0; i < 4; ++i) count.end();
  count.begin("fifth");
  // One case is left of five, so it is a quarter of the time so far. All nine would be over 2 s.
  EXPECT_EQ(count.text(), "fifth, about 0 s left");
}

TEST_F(progress_test, no_color_means_no_bold) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(shown("a").find("\033[1m"), std::string::npos);
}

TEST_F(progress_test, a_dumb_terminal_gets_no_escape_sequence) {
  setenv("TERM", "dumb", 1);
  const std::string text = shown("a");
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_TRUE(text.ends_with(" \r"));
}

TEST_F(progress_test, a_long_name_does_not_wrap) {
  const std::string text = shown(std::string(300, 'x'));
  EXPECT_EQ(text.find(std::string(80, 'x')), std::string::npos);
}

TEST_F(progress_test, a_name_sends_no_escape_sequence) {
  const std::string text = shown("a\033]0;x\007b");
  EXPECT_NE(text.find("a\\x1b]0;x\\x07b"), std::string::npos) << text;
}

TEST_F(progress_test, columns_of_the_environment_count) {
  setenv("COLUMNS", "50", 1);
  const std::string text = shown(std::string(300, 'x'));
  unsetenv("COLUMNS");
  EXPECT_EQ(text.find(std::string(21, 'x')), std::string::npos) << text;
  EXPECT_NE(text.find(std::string(20, 'x') + "..." + std::string(20, 'x')), std::string::npos)
      << text;
}

TEST(progress, in_a_pipe_a_line_comes_at_once_and_then_regularly_while_a_case_runs) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::string text;
  {
    progress_in_a_pipe progress(7, ends[1], std::chrono::milliseconds(1));
    progress.begin("MC0\033");
    // This waits for three lines, however long they take.
    for (std::array<char, 64> part; std::count(text.begin(), text.end(), '\n') < 3;) {
      const ssize_t n = ::read(ends[0], part.data(), part.size());
      ASSERT_GT(n, 0);
      text.append(part.data(), static_cast<std::size_t>(n));
    }
  }
  EXPECT_TRUE(text.starts_with("codag: [1/7] MC0\\x1b\ncodag: [1/7] MC0\\x1b\n")) << text;
  close(ends[0]);
  close(ends[1]);
}

TEST(progress, in_a_pipe_a_short_run_has_one_line) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    progress_in_a_pipe progress(2, ends[1], std::chrono::hours(1));
    for (const char* name : {"a", "b"}) {
      progress.begin(name);
      progress.end();
    }
  }
  EXPECT_EQ(drain(ends[0]), "codag: [1/2] a\n");
  close(ends[0]);
  close(ends[1]);
}

TEST(progress, a_pipe_gets_nothing) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    progress_line line(1, ends[1]);
    line.begin("a");
    line.end();
  }
  EXPECT_EQ(drain(ends[0]), "");
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace codag::harness
