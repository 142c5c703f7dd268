// A case made ready on a backend: what can be run, timed and verified.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "harness/measure/launch_facts.hpp"
#include "harness/measure/verification.hpp"

namespace codag::harness {

/// A case that this machine cannot run. It is reported as skipped, with what() as the reason.
struct cannot_run : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One timed run.
struct timed_run {
  double seconds = 0;
  double sm_clock_mhz = 0;  ///< while it ran; 0 where nothing could tell
};

class workload {
 public:
  workload() = default;
  workload(const workload&) = delete;
  workload& operator=(const workload&) = delete;
  virtual ~workload() = default;

  /// Runs once into an output that holds the complement of every expected byte, and compares all
  /// of it. Never timed.
  virtual verification verify() = 0;
  /// One run of what is measured and nothing else: no flush, no clock, no event. May return before
  /// the run is done; launches then run one after the other.
  virtual void launch() = 0;
  /// Waits until every launch is done. Throws if one failed.
  virtual void synchronize() {}
  /// One launch(), waited for, and its seconds: by the GPU's events where the kernel runs on one.
  virtual double timed_launch() {
    const auto start = std::chrono::steady_clock::now();
    launch();
    synchronize();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  /// One timed run. `cold`: the L2 cache is flushed first, where the backend has one to flush.
  virtual timed_run run(bool /*cold*/) { return {.seconds = timed_launch()}; }
  /// Whether run() can tell cold from hot.
  [[nodiscard]] virtual bool has_cold() const { return false; }
  /// The GPU's rated clock, against which throttling is judged; 0 where unknown.
  [[nodiscard]] virtual double rated_clock_mhz() const { return 0; }
  [[nodiscard]] virtual std::optional<launch_facts> how_launched() const { return std::nullopt; }
  /// Arithmetic operations per run; 0 unless it is a micro-benchmark.
  [[nodiscard]] virtual std::uint64_t operations() const { return 0; }
  /// The host backend's counts by name, from a run of their own.
  virtual std::optional<std::map<std::string, std::uint64_t>> counts() { return std::nullopt; }
};

}  // namespace codag::harness
