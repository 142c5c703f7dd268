// A process of its own for what may hang or end its process.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "tests/fuzz/batches/progress.hpp"

namespace codag::fuzz {

/// Runs body() in a new process, and ends that if a launch takes more than so many seconds. Returns
/// what ended it otherwise than body() itself, also an exception; empty if nothing did. `told` is
/// in memory that both processes share. This process must not use the GPU: the new one could not.
template <class Body>
std::string in_a_process(const Body& body, std::int64_t most_launch_seconds, progress& told) {
  told.launch_began = 0;
  told.failure = {};
  std::cout.flush();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    try {
      body();
    } catch (const std::exception& e) {
      std::string_view(e.what()).copy(told.failure.data(), told.failure.size() - 1);
    }
    std::cout.flush();
    _exit(0);
  }
  for (;;) {
    int state = 0;
    if (waitpid(child, &state, WNOHANG) == child) {
      if (WIFSIGNALED(state))
        return "the process ended by signal " + std::to_string(WTERMSIG(state));
      return told.failure.data();
    }
    const std::int64_t began = told.launch_began;
    if (began != 0 && now_ms() - began > most_launch_seconds * 1000) {
      kill(child, SIGKILL);
      waitpid(child, &state, 0);
      return "a launch took more than " + std::to_string(most_launch_seconds) + " s";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace codag::fuzz
