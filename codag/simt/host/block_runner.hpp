// Runs one block of a kernel: one fiber per thread, switched at the collectives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <source_location>
#include <span>
#include <string>
#include <vector>

#include "codag/simt/host/access_log.hpp"
#include "codag/simt/host/counts.hpp"
#include "codag/simt/host/lane_order.hpp"
#include "codag/simt/host/misuse.hpp"
#include "codag/simt/host/poll_watch.hpp"
#include "codag/simt/host/race/detector.hpp"
#include "codag/simt/host/run_queue.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt::host {

class fiber;

enum class collective : std::uint8_t {
  sync_warp,
  shuffle,
  ballot,
  any,
  all,
  match_any,
  reduce,
  keep_shared,
  sync_lanes,
  sync_block,
  sync_block_or,
  sync_block_diverged
};

constexpr const char* to_string(collective c) {
  switch (c) {
    case collective::sync_warp:
      return "sync_warp";
    case collective::shuffle:
      return "shuffle";
    case collective::ballot:
      return "ballot";
    case collective::any:
      return "any";
    case collective::all:
      return "all";
    case collective::match_any:
      return "match_any";
    case collective::reduce:
      return "reduce";
    case collective::keep_shared:
      return "keep_shared";
    case collective::sync_lanes:
      return "sync_lanes";
    case collective::sync_block:
      return "sync_block";
    case collective::sync_block_or:
      return "sync_block_or";
    case collective::sync_block_diverged:
      return "sync_block_diverged";
  }
  return "?";
}

/// Whether all lanes of a warp come from the same place in the source.
constexpr bool is_aligned(collective c) {
  return c == collective::sync_block || c == collective::sync_block_or;
}

/// The threads of one block at a time, on one core. Each lane runs until its next collective, and
/// the lanes take turns in a given order, so a launch does the same thing every time. The stacks
/// and whatever else grows are kept from block to block.
class block_runner {
 public:
  block_runner();
  ~block_runner();
  block_runner(const block_runner&) = delete;
  block_runner& operator=(const block_runner&) = delete;

  /// Runs `body(thread index)` on `threads` fibers until all have ended, and adds to `total`.
  /// Throws misuse. `kernel` names the kernel in its message.
  void run(const char* kernel, unsigned block, unsigned threads, const lane_order& order,
           const std::function<void(unsigned)>& body, counts& total, poll_watch::block& in_grid);

  // What simt::host::thread calls on behalf of the running lane `index`.

  /// What the lanes of a warp brought to a collective.
  struct exchange {
    std::array<std::uint64_t, warp_size> values{};
    unsigned nonzero = 0;  // the lanes whose value is not 0
    /// The lanes whose value is `wanted`.
    [[nodiscard]] unsigned lanes_with(std::uint64_t wanted) const;
  };
  /// Waits for all lanes of the warp. The result is valid until this lane's next collective.
  const exchange& meet_warp(unsigned index, collective kind, std::uint64_t value,
                            std::source_location where);
  /// Waits for the lanes of the same part of the warp; a part has `lanes` lanes.
  void meet_lanes(unsigned index, unsigned lanes, std::source_location where);
  /// Waits for all threads of the block. Returns whether one of them brought true.
  bool meet_block(unsigned index, collective kind, bool brings, std::source_location where);
  /// A load or store of `bytes` bytes of global memory.
  void access(unsigned index, bool is_store, const void* p, std::size_t bytes,
              std::size_t alignment, std::source_location where);
  void atomic(unsigned index, const void* p, std::size_t alignment, race::atomic_scope scope,
              std::source_location where);
  /// Calls `holds()` until it returns true. Between two calls every other lane of the block runs as
  /// far as it can.
  template <class Holds>
  void poll(unsigned index, std::source_location where, const Holds& holds) {
    begin_poll();
    while (!holds()) wait_to_poll(index, where);
    end_poll(index);
  }
  /// A copy to shared memory that lane `index` has begun, and not waited for.
  struct started_copy {
    std::uint32_t* to;
    std::array<std::uint32_t, 4> words;
  };
  void begin_copy(unsigned index, const started_copy& copy);
  /// Those that the lane has begun. They are valid until it begins the next one.
  std::span<const started_copy> take_copies(unsigned index);
  void count_rounds(unsigned rounds) {
    const race::detector::pause paused(races_);
    ++total_->groups;
    total_->rounds += rounds;
  }
  /// Throws misuse: lane `index` did at `where` what a kernel must not do.
  [[noreturn]] void report(unsigned index, const std::string& what,
                           std::source_location where) const;
  [[nodiscard]] unsigned threads() const { return threads_; }
  [[nodiscard]] race::detector& races() { return races_; }

 private:
  struct contexts;  // the threads' fibers and stacks; hides Boost.Context from kernels

  struct lane_state {
    collective waits_at;  // and where: of the last collective that it reached
    std::source_location where;
    std::optional<std::source_location> polls_at;
    std::vector<started_copy> copies;
    bool copies_taken = true;  ///< the next one begins the list anew
  };
  struct warp_state {
    unsigned arrived = 0;   // lanes waiting at the current collective of the warp
    unsigned in_parts = 0;  // lanes waiting for their part of the warp
    unsigned waiting = 0;   // all of those, and the lanes that wait for the block
    unsigned parity = 0;    // which of `brought` is being filled: the other is still being read
    std::array<exchange, 2> brought;
    access_log log;
  };

  void begin(const char* kernel, unsigned block, unsigned threads, const lane_order& order,
             counts& total);
  fiber& select(unsigned index);
  fiber& next();
  void finish(poll_watch::block& in_grid);
  [[nodiscard]] std::exception_ptr after_failed_polls(poll_watch::block& in_grid) const;
  void wait(unsigned index);
  void release(unsigned first, unsigned count);
  void begin_poll() const;
  void wait_to_poll(unsigned index, std::source_location where);
  void end_poll(unsigned index);
  void check_aligned(unsigned index, const char* what, const void* p, std::size_t alignment,
                     std::source_location where) const;
  warp_state& arrive(unsigned index, collective kind, std::source_location where);
  void check_together(unsigned index, collective kind, std::source_location where) const;
  [[noreturn]] void report_apart(unsigned index, collective kind, std::source_location where,
                                 unsigned other) const;
  [[nodiscard]] std::string place() const;
  [[nodiscard]] std::string deadlock() const;

  const char* kernel_ = nullptr;
  unsigned block_ = 0;
  unsigned threads_ = 0;
  unsigned block_arrived_ = 0;
  bool is_or_barrier_ = false;        // what those that have arrived wait for
  unsigned block_parity_ = 0;         // which of `any_brings_` is being filled
  std::array<bool, 2> any_brings_{};  // whether a thread brought true to the block's barrier
  counts* total_ = nullptr;
  bool cancelling_ = false;
  std::exception_ptr error_;
  std::unique_ptr<contexts> contexts_;
  std::vector<lane_state> lanes_;
  std::vector<warp_state> kept_warps_;  // from block to block, so that their logs grow only once
  std::span<warp_state> warps_;         // of this block
  run_queue ready_;
  std::vector<unsigned> polling_;  // lanes whose polls failed
  unsigned ended_polls_ = 0;       // polls that failed at first and held later
  lane_sequence sequence_;
  [[no_unique_address]] race::detector races_;
};

}  // namespace codag::simt::host
