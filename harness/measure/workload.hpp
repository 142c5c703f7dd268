// A case prepared on a backend, which can be run, timed and verified.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "codag/parts.hpp"
#include "harness/measure/gpu/allowed_clock.hpp"
#include "harness/measure/launch_facts.hpp"
#include "harness/measure/verification.hpp"

namespace codag::harness {

/// Thrown for a case that this machine cannot run. The report lists the case as skipped, with
/// what() as the reason.
struct cannot_run : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One timed run.
struct timed_run {
  double seconds = 0;
  double sm_clock_mhz = 0;  ///< during the run; 0 if it could not be read
  bool held = false;        ///< whether the GPU began when all of the run had been enqueued
};

class transfer_workload;
struct transfer_spec;

class workload {
 public:
  workload() = default;
  workload(const workload&) = delete;
  workload& operator=(const workload&) = delete;
  virtual ~workload() = default;

  /// Prepares a launch whose output is then checked: every byte of the output becomes wrong, the
  /// workspace is filled with garbage, and what has to come before a launch is done again.
  virtual void poison() = 0;
  /// Says whether the last launch, the only one since poison(), wrote every byte of the output
  /// correctly. It waits for the launch, and completes the output if a launch leaves that to do.
  virtual verification outcome() = 0;
  /// A launch that is checked and not timed.
  verification verify() {
    poison();
    launch();
    return outcome();
  }
  /// Runs what is measured and nothing else: no flush, no clock, no event. It may return before the
  /// run has finished. Launches then execute one after another.
  virtual void launch() = 0;
  /// Waits until every launch has finished. Throws if one of them failed.
  virtual void synchronize() {}
  /// Calls launch(), waits for it and returns its seconds. They come from GPU events if the kernel
  /// runs on a GPU.
  virtual double timed_launch() {
    const auto start = std::chrono::steady_clock::now();
    launch();
    synchronize();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  /// One timed run. If `cold` is true, the L2 cache is flushed first, provided that the backend has
  /// one.
  virtual timed_run run(bool /*cold*/) { return {.seconds = timed_launch()}; }
  /// Whether run() distinguishes cold runs from hot ones.
  [[nodiscard]] virtual bool has_cold() const { return false; }
  /// The GPU's rated clock, the reference for detecting throttling; 0 if unknown.
  [[nodiscard]] virtual double rated_clock_mhz() const { return 0; }
  /// The clock that the GPU is allowed, which its owner may have set lower. Asked only if a sample
  /// ran slower than the rated clock lets expect, because it keeps the GPU busy for a while.
  virtual allowed_clock find_allowed_clock() { return {rated_clock_mhz(), {}}; }
  /// The kernels of a launch and how long each takes, from a launch of its own; null if the
  /// workload does not launch kernels on a GPU, or does not know which.
  virtual std::optional<launch_facts> how_launched() { return std::nullopt; }
  /// The parts that the launches so far have chosen by the data, in addition to those that the
  /// variant declares or instead of them.
  virtual std::vector<part> chosen_parts() { return {}; }
  /// The memory that a launch takes beside its input and output, in bytes.
  [[nodiscard]] virtual std::uint64_t workspace_bytes() const { return 0; }
  /// Arithmetic operations per run; 0 unless the workload is a micro-benchmark.
  [[nodiscard]] virtual std::uint64_t operations() const { return 0; }
  /// The host backend's counts by name, from a separate run.
  virtual std::optional<std::map<std::string, std::uint64_t>> counts() { return std::nullopt; }
  /// The same case with its column in pinned host memory. It must not outlive this workload, which
  /// must not be used meanwhile. Throws cannot_run if there is no such case.
  virtual std::unique_ptr<transfer_workload> transfer(const transfer_spec& spec);
};

}  // namespace codag::harness
