// Programs that are no codag, or break: each is one clear line, and none outlives this process.
#include "harness/ab/start_program.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "datasets/bad_input.hpp"
#include "harness/ab/protocol.hpp"

namespace codag::harness {
namespace {

/// What ab says of a shell script in place of a program. The script has its socket as `socket`.
std::string said_of(const std::string& script, int timeout_s = 60) {
  served_program program("NEW (n)",
                         program_starter("/bin/bash", {"bash", "-c", "socket=200; " + script},
                                         std::chrono::seconds(timeout_s)));
  try {
    program.hello();
  } catch (const datasets::bad_input& e) {
    return e.what();
  }
  return "accepted";
}

constexpr const char* remedy = "; give a program that was built from a revision with `codag ab`";

TEST(start_program, a_program_that_ends) {
  EXPECT_EQ(said_of("exit 3"), "NEW (n): its process exited with 3" + std::string(remedy));
  EXPECT_EQ(said_of("echo first >&2; echo last words >&2; exit 3"),
            "NEW (n): its process exited with 3: last words" + std::string(remedy));
  EXPECT_EQ(
      said_of("kill -SEGV $$"),
      "NEW (n): its process was ended by signal 11 (Segmentation fault)" + std::string(remedy));
}

TEST(start_program, a_program_that_hangs) {
  EXPECT_EQ(said_of("sleep 100", 1),
            "NEW (n): it did not return in time, and its process was ended" + std::string(remedy));
}

TEST(start_program, a_program_that_sends_rubbish) {
  for (const char* rubbish : {"not JSON", "{", "\\xff"})
    EXPECT_EQ(said_of("printf '" + std::string(rubbish) + "\\n' >&$socket; sleep 100"),
              "NEW (n): its process sent something other than codag's lines" + std::string(remedy));
  EXPECT_NE(said_of("echo 7 >&$socket; sleep 100").find("is not one of ab's protocol"),
            std::string::npos);
}

TEST(start_program, a_program_of_another_protocol) {
  EXPECT_EQ(said_of("echo '{\"protocol\": 99}' >&$socket; sleep 100"),
            "NEW (n): speaks version 99 of ab's protocol, and this program speaks version " +
                std::to_string(ab_protocol) +
                "; build both from revisions that speak the same one");
}

TEST(start_program, an_older_codag_and_a_refused_config) {
  EXPECT_EQ(said_of("echo 'codag: \"--serve-cases\" is not an option of this command; expected one "
                    "of --help; see codag --help' >&2; exit 2"),
            "NEW (n): is an older codag, which does not know --serve-cases" + std::string(remedy));
  EXPECT_EQ(said_of("echo 'codag: a.json: /size: expected a size' >&2; exit 2"),
            "NEW (n): a.json: /size: expected a size");
  EXPECT_EQ(said_of("echo '{\"error\": \"the GPU is busy\"}' >&$socket; sleep 100"),
            "NEW (n): the GPU is busy");
}

TEST(start_program, a_file_that_cannot_be_executed) {
  served_program program("NEW (n)",
                         program_starter("/etc/passwd", {"p"}, std::chrono::seconds(60)));
  try {
    program.hello();
    FAIL();
  } catch (const datasets::bad_input& e) {
    EXPECT_EQ(std::string(e.what()),
              "NEW (n): its process exited with 127: /etc/passwd: cannot be executed: Permission "
              "denied" +
                  std::string(remedy));
  }
}

TEST(start_program, errors_without_end_fill_no_memory) {
  EXPECT_EQ(said_of("head -c 1000000 /dev/zero >&2 && exit 7").find("exited with 7"),
            std::string::npos);
}

TEST(start_program, no_program_outlives_this_process) {
  char folder[] = "/tmp/codag-ab-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const std::string file = std::string(folder) + "/pid";
  const pid_t parent = fork();
  if (parent == 0) {
    said_of("echo $$ > " + file + ".new; mv " + file + ".new " + file + "; exec sleep 100");
    _exit(0);
  }
  while (!std::filesystem::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  pid_t child = 0;
  std::ifstream(file) >> child;
  kill(parent, SIGKILL);
  ASSERT_EQ(waitpid(parent, nullptr, 0), parent);
  // It is init's child now, and gone, or about to be waited for.
  const auto is_alive = [&] {
    std::string state;
    std::ifstream status("/proc/" + std::to_string(child) + "/stat");
    for (int i = 0; i < 3; ++i) status >> state;
    return !state.empty() && state != "Z";
  };
  for (int i = 0; i < 1000 && is_alive(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(is_alive());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace codag::harness
