// Processes that a run starts, with a shell as the program, and the signals that end them and it.
#include "harness/run/child_processes.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "harness/run/asked_process.hpp"

namespace codag::harness {
namespace {

child_command shell(const std::string& script, std::vector<std::string> environment = {}) {
  return {"/bin/sh", {"sh", "-c", script}, std::move(environment)};
}

struct outcome {
  std::vector<child_end> ends;
  std::map<std::size_t, std::vector<std::string>> lines;
};

outcome run(const std::vector<child_command>& commands) {
  interruption interruption([] {});
  outcome all;
  all.ends = run_children(commands, interruption, [&](std::size_t i, const std::string& line) {
    all.lines[i].push_back(line);
  });
  return all;
}

using lines = std::vector<std::string>;

TEST(child_processes, each_has_its_own_end_and_lines) {
  const outcome all = run({shell("echo one >&2; echo two >&2; exit 3"), shell("kill -KILL $$"),
                           shell("printf 'no end' >&2; echo dropped")});
  ASSERT_EQ(all.ends.size(), 3u);
  EXPECT_EQ(all.ends[0].exit_code, 3);
  EXPECT_EQ(all.ends[0].signal, 0);
  EXPECT_EQ(all.ends[1].signal, SIGKILL);
  EXPECT_EQ(all.ends[2].exit_code, 0);
  EXPECT_EQ(all.lines.at(0), lines({"one", "two"}));
  EXPECT_EQ(all.lines.count(1), 0u);
  EXPECT_EQ(all.lines.at(2), lines({"no end"}));
}

TEST(child_processes, run_at_the_same_time) {
  char folder[] = "/tmp/codag-children-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  // Each waits for the other one's file, so one after the other would never end.
  const auto meets = [&](const char* mine, const char* its) {
    return shell(std::string("cd ") + folder + " && : >" + mine + "; while ! test -e " + its +
                 "; do sleep 0.01; done");
  };
  const outcome all = run({meets("a", "b"), meets("b", "a")});
  EXPECT_EQ(all.ends[0].exit_code, 0);
  EXPECT_EQ(all.ends[1].exit_code, 0);
  EXPECT_EQ(system((std::string("rm -r ") + folder).c_str()), 0);
}

TEST(child_processes, each_has_its_own_environment) {
  ASSERT_EQ(setenv("CODAG_TEST_DEVICE", "mine", 1), 0);
  ASSERT_EQ(setenv("CODAG_TEST_DEVICES", "kept", 1), 0);
  const std::string print =
      "echo $CODAG_TEST_DEVICE $CODAG_TEST_DEVICES >&2; env | grep -c '^CODAG_TEST_DEVICE=' >&2";
  const outcome all = run({shell(print, {"CODAG_TEST_DEVICE=first"}),
                           shell(print, {"CODAG_TEST_DEVICE=second"}), shell(print)});
  EXPECT_EQ(all.lines.at(0), lines({"first kept", "1"}));
  EXPECT_EQ(all.lines.at(1), lines({"second kept", "1"}));
  EXPECT_EQ(all.lines.at(2), lines({"mine kept", "1"}));
}

TEST(child_processes, one_that_cannot_start_keeps_no_other_from_running) {
  const outcome all = run({{"/no/such/program", {"x"}, {}}, shell("exit 5")});
  EXPECT_EQ(all.ends[0].not_started, "No such file or directory");
  EXPECT_EQ(all.ends[1].not_started, "");
  EXPECT_EQ(all.ends[1].exit_code, 5);
}

TEST(child_processes, the_end_is_not_that_of_a_process_it_started) {
  const auto begin = std::chrono::steady_clock::now();
  const outcome all = run({shell("sleep 20 & exit 4")});
  EXPECT_EQ(all.ends[0].exit_code, 4);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
}

TEST(child_processes, reads_more_than_a_pipe_holds) {
  const outcome all =
      run({shell("i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done; "
                 "head -c 200000 /dev/zero | tr '\\0' x >&2")});
  ASSERT_GT(all.lines.at(0).size(), 20000u);
  EXPECT_EQ(all.lines.at(0)[19999], "line 19999");
  std::size_t long_line = 0;
  for (std::size_t i = 20000; i < all.lines.at(0).size(); ++i)
    long_line += all.lines.at(0)[i].size();
  EXPECT_EQ(long_line, 200000u);
}

/// Starts two processes that say how a signal ended them, sends this one the signal, and exits as
/// an interrupted run does.
[[noreturn]] void be_interrupted() {
  interruption interruption([] {});
  const auto held = interruption.hold();
  std::vector<child_command> commands(
      2, shell("trap 'echo bye >&2; exit 9' TERM; echo ready >&2; while :; do sleep 0.05; done"));
  std::size_t ready = 0, said_bye = 0;
  const auto ends = run_children(commands, interruption, [&](std::size_t, const std::string& line) {
    if (line == "bye") ++said_bye;
    if (line == "ready" && ++ready == 2) kill(getpid(), SIGTERM);
  });
  // The main thread still holds the run, so its exit code is the one that is seen.
  _exit(said_bye == 2 && ends[0].exit_code == 9 && ends[1].exit_code == 9 ? 42 : 1);
}

TEST(child_processes, a_signal_goes_to_all_and_their_last_words_are_read) {
  const pid_t child = fork();
  if (child == 0) be_interrupted();
  int state = 0;
  ASSERT_EQ(waitpid(child, &state, 0), child);
  ASSERT_TRUE(WIFEXITED(state)) << WTERMSIG(state);
  EXPECT_EQ(WEXITSTATUS(state), 42);
}

TEST(child_processes, a_signal_before_the_start_ends_the_process_too) {
  const pid_t child = fork();
  if (child == 0) {
    interruption interruption([] {});
    const auto held = interruption.hold();
    kill(getpid(), SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const auto ends =
        run_children({shell("exec sleep 20")}, interruption, [](auto, const auto&) {});
    _exit(ends[0].signal == SIGTERM ? 42 : 1);
  }
  int state = 0;
  ASSERT_EQ(waitpid(child, &state, 0), child);
  ASSERT_TRUE(WIFEXITED(state)) << WTERMSIG(state);
  EXPECT_EQ(WEXITSTATUS(state), 42);
}

/// What a forked process's exit code is, in which `work` runs.
template <class Work>
int exit_code_of_forked(const Work& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  int state = 0;
  EXPECT_EQ(waitpid(child, &state, 0), child);
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

TEST(interruption, that_has_finished_has_no_last_words) {
  EXPECT_EQ(exit_code_of_forked([] {
              interruption interruption([] { _exit(1); });
              {
                const auto held = interruption.hold();
                kill(getpid(), SIGTERM);
                std::this_thread::sleep_for(std::chrono::milliseconds(200));
                interruption.finish();
              }
              std::this_thread::sleep_for(std::chrono::milliseconds(200));
              return 42;
            }),
            42);
}

TEST(asked_process, is_ended_by_signals_that_a_run_waits_for) {
  const interruption interruption([] {});
  for (const char* signal : {"TERM", "USR2"}) {
    asked_process process({"sh", "-c", std::string("kill -") + signal + " $$; exit 3"}, "/bin/sh");
    EXPECT_FALSE(process.receive(std::nullopt));
    EXPECT_TRUE(process.failure().how.starts_with("its process was ended by signal"))
        << signal << ": " << process.failure().how;
  }
}

/// What run_child() starts below: this program again, with this test alone.
TEST(child_process, DISABLED_ends_itself) {
  raise(SIGTERM);
}

TEST(child_process, is_ended_by_signals_that_a_run_waits_for) {
  EXPECT_EQ(
      exit_code_of_forked([] {
        for (const char* variable : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_OUTPUT"})
          unsetenv(variable);
        interruption interruption([] {});
        const auto held = interruption.hold();
        const child_end end = run_child(
            {"tests", "--gtest_also_run_disabled_tests", "--gtest_filter=*DISABLED_ends_itself"},
            interruption, true);
        return end.signal == SIGTERM ? 42 : 1;
      }),
      42);
}

}  // namespace
}  // namespace codag::harness
