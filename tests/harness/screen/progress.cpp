// The progress line on a pseudo-terminal and in a pipe.
#include "harness/screen/progress.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
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
