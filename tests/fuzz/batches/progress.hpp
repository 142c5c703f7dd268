// What the process that fuzzes tells the one that watches it, in memory that both share.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "codag/status.hpp"

namespace codag::fuzz {

/// One process writes; the other one only reads, and needs no order among the members. Times are in
/// milliseconds.
struct progress {
  static constexpr std::size_t most_counters = 1024;
  struct counter {
    std::array<char, 120> name;
    std::atomic<std::uint64_t> count;
  };

  std::atomic<std::uint64_t> batch;        ///< the number of the one that is being tried
  std::atomic<std::uint64_t> pass;         ///< with how many combinations it was tried before
  std::atomic<std::uint32_t> variant;      ///< the index of the one that is being launched
  std::atomic<std::int64_t> launch_began;  ///< 0: no launch is running
  std::atomic<std::uint64_t> inputs;       ///< chunks that the reference has worked on
  std::atomic<std::uint64_t> executions;   ///< chunks times the kernels that worked on them
  std::atomic<std::uint64_t> findings;
  /// How long one thread made batches, had the reference work on them, and counted kinds; and how
  /// long the other one waited for them, and launched and judged.
  std::atomic<std::int64_t> making_ms, reference_ms, counting_ms, waiting_ms, judging_ms;
  /// Chunks by the reference's status.
  std::array<std::atomic<std::uint64_t>, static_cast<std::size_t>(status::not_decoded) + 1>
      statuses;
  /// Kinds of symbols in chunks that are ok, and chunks by who decoded them.
  std::array<counter, most_counters> counters;
  std::atomic<std::uint32_t> counters_used;
  std::array<char, 400> failure;  ///< why the process gave up; it is read when that has ended

  /// Keeps the beginning of a name that is too long.
  void count(std::string_view name, std::uint64_t more) {
    const std::uint32_t used = counters_used;
    name = name.substr(0, counters[0].name.size() - 1);
    std::uint32_t i = 0;
    while (i < used && counters[i].name.data() != name) ++i;
    if (i == most_counters) return;
    if (i == used) {
      name.copy(counters[i].name.data(), name.size());
      counters_used = used + 1;
    }
    counters[i].count += more;
  }
};

inline std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace codag::fuzz
