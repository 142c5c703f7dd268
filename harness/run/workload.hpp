// A case made ready on a backend: what can be run, timed and verified.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// A case that this machine cannot run: it is reported as skipped, with what() as the reason.
struct cannot_run : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One timed run.
struct timed_run {
  double seconds = 0;
  double sm_clock_mhz = 0;  ///< while it ran; 0 where nothing could tell
};

/// What a run on poisoned buffers left behind.
struct verification {
  bool ok = false;
  std::string reason;  ///< why not: the first wrong byte, the first bad chunk
  std::map<std::string, std::uint64_t> chunk_status;  ///< chunks a status
};

/// What a workload decodes; both outlive it.
struct workload_input {
  const chunked_column& column;
  std::span<const std::byte> original;  ///< the uncompressed bytes it must produce
};

class workload {
 public:
  workload() = default;
  workload(const workload&) = delete;
  workload& operator=(const workload&) = delete;
  virtual ~workload() = default;

  /// Decodes into an output that holds the complement of every expected byte, so that a byte that
  /// is not written is a wrong byte, and compares all of it. Never timed.
  virtual verification verify() = 0;
  /// One run of what is measured and nothing beside it: no flush, no clock, no event. May return
  /// before it is done; such launches run one behind the other.
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
  /// One timed run. `cold`: with the L2 cache flushed before it, where the backend has one to
  /// flush.
  virtual timed_run run(bool /*cold*/) { return {.seconds = timed_launch()}; }
  /// Whether run() can tell cold from hot.
  [[nodiscard]] virtual bool has_cold() const { return false; }
  /// The clock below which a sample is throttled is a share of this; 0 where unknown.
  [[nodiscard]] virtual double rated_clock_mhz() const { return 0; }
  [[nodiscard]] virtual std::optional<launch_facts> how_launched() const { return std::nullopt; }
  /// Arithmetic operations a run, of a micro-benchmark.
  [[nodiscard]] virtual std::uint64_t operations() const { return 0; }
  /// The host backend's counts, from a run of their own.
  virtual std::optional<std::map<std::string, std::uint64_t>> counts() { return std::nullopt; }
};

/// The index of the first byte of `out` that is not the original's; nothing if there is none.
std::optional<std::size_t> first_difference(std::span<const std::byte> original,
                                            std::span<const std::byte> out);
/// Sums up a pass over the output and the statuses.
verification verdict(std::optional<std::size_t> first_wrong, std::span<const status> statuses);
inline verification check(std::span<const std::byte> original, std::span<const std::byte> out,
                          std::span<const status> statuses) {
  return verdict(first_difference(original, out), statuses);
}
/// The complement of every byte of `original`.
std::vector<std::byte> poison_for(std::span<const std::byte> original);

/// What a codec says that has no such variant.
inline cannot_run no_variant(std::string_view codec, std::string_view variant) {
  return cannot_run("codec " + std::string(codec) + " has no variant " + std::string(variant) +
                    "; `codag list variants` shows which there are");
}

/// The native decoder of (codec, variant) on all CPU cores. Throws cannot_run if there is none in
/// this build.
std::unique_ptr<workload> make_cpu_workload(const workload_input& input, const codec& codec,
                                            const std::string& variant);
/// memcpy of `bytes` on all CPU cores: the roof of the CPU rows.
std::unique_ptr<workload> make_cpu_copy(std::uint64_t bytes);

}  // namespace codag::harness
