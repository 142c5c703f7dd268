// Runs one block of a kernel: one fiber per thread, switched at the collectives.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <vector>

#include "codag/simt/host/access_log.hpp"
#include "codag/simt/host/counts.hpp"
#include "codag/simt/host/fiber.hpp"
#include "codag/simt/host/lane_order.hpp"
#include "codag/simt/host/misuse.hpp"
#include "codag/simt/host/poll_watch.hpp"
#include "codag/simt/host/race/detector.hpp"
#include "codag/simt/host/run_queue.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt::host {

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
    case collective::sync_block_diverged:
      return "sync_block_diverged";
  }
  return "?";
}

/// The threads of one block at a time, on one core. Each lane runs until its next collective, and
/// the lanes take turns in a given order, so a launch does the same thing every time. The stacks
/// are kept from block to block.
class block_runner {
 public:
  /// Runs `body(thread index)` on `threads` fibers until all have ended, and adds to `total`.
  /// Throws misuse. `kernel` names the kernel in its message.
  template <class Body>
  void run(const char* kernel, unsigned block, unsigned threads, const lane_order& order,
           const Body& body, counts& total, poll_watch::block& in_grid) {
    begin(kernel, block, threads, order, total);
    for (unsigned i = 0; i < threads; ++i)
      lanes_[i].context.emplace(stacks_[i], [this, i, &body] {
        try {
          const race::detector::watch watched(races_);
          body(i);
        } catch (const cancelled&) {
        } catch (...) {
          if (!error_) error_ = std::current_exception();
        }
      });
    sequence_.for_each(0, threads, [this](unsigned i) { ready_.push(i); });
    finish(in_grid);
  }

  // What simt::host::thread calls on behalf of the running lane `index`.

  /// Waits for all lanes of the warp. Returns the 32 values that they brought, valid until this
  /// lane's next collective.
  const std::array<std::uint64_t, warp_size>& meet_warp(unsigned index, collective kind,
                                                        std::uint64_t value,
                                                        const std::source_location& where);
  /// Waits for the lanes of the same part of the warp; a part has `lanes` lanes.
  void meet_lanes(unsigned index, unsigned lanes, const std::source_location& where);
  void meet_block(unsigned index, collective kind, const std::source_location& where);
  /// A load or store of global memory.
  template <class T>
  void access(unsigned index, bool is_store, const T* p, const std::source_location& where) {
    const race::detector::pause paused(races_);
    check_aligned(index, is_store ? "a store" : "a load", p, where);
    warps_[index / warp_size].log.add(index % warp_size, is_store,
                                      reinterpret_cast<std::uintptr_t>(p), sizeof(T), where);
    races_.access(p, sizeof(T), is_store, where);
  }
  template <class T>
  void atomic(unsigned index, const T* p, const std::source_location& where) {
    const race::detector::pause paused(races_);
    check_aligned(index, "an atomic", p, where);
    ++total_->atomics;
    races_.announce_atomic(p, where);
  }
  /// Calls `holds()` until it returns true. Between two calls every other lane of the block runs as
  /// far as it can.
  template <class Holds>
  void poll(unsigned index, const std::source_location& where, const Holds& holds) {
    if (cancelling_) throw cancelled{};
    while (!holds()) {
      const race::detector::pause paused(races_);
      lanes_[index].polls_at = where;
      polling_.push_back(index);
      warps_[index / warp_size].log.out_of_turn();
      wait(lanes_[index]);
    }
    const race::detector::pause paused(races_);
    if (lanes_[index].polls_at) ++ended_polls_;
    lanes_[index].polls_at.reset();
  }
  void count_rounds(unsigned rounds) {
    const race::detector::pause paused(races_);
    ++total_->groups;
    total_->rounds += rounds;
  }
  /// Throws misuse: lane `index` did at `where` what a kernel must not do.
  [[noreturn]] void report(unsigned index, const std::string& what,
                           const std::source_location& where) const;
  [[nodiscard]] unsigned threads() const { return threads_; }
  [[nodiscard]] race::detector& races() { return races_; }

 private:
  struct cancelled {};  // unwinds a fiber after a misuse

  struct lane_state {
    std::optional<fiber> context;
    std::optional<collective> waits_at;
    std::source_location where;
    std::optional<std::source_location> polls_at;
  };
  struct warp_state {
    unsigned arrived = 0;   // lanes waiting at the current collective of the warp
    unsigned in_parts = 0;  // lanes waiting for their part of the warp
    unsigned waiting = 0;   // all of those, and the lanes that wait for the block
    unsigned parity = 0;    // which of `values` is being filled: the other is still being read
    std::array<std::array<std::uint64_t, warp_size>, 2> values{};
    access_log log;
  };

  void begin(const char* kernel, unsigned block, unsigned threads, const lane_order& order,
             counts& total);
  void resume(unsigned index);
  void finish(poll_watch::block& in_grid);
  [[nodiscard]] std::exception_ptr after_failed_polls(poll_watch::block& in_grid) const;
  void wait(lane_state& lane);
  /// The threads [first, first + count) may go on.
  void release(unsigned first, unsigned count) {
    sequence_.for_each(first, count, [this](unsigned i) {
      warps_[i / warp_size].waiting &= ~(1u << i % warp_size);
      lanes_[i].waits_at.reset();
      ready_.push(i);
    });
  }
  /// A GPU has no access to memory that is not aligned to what it moves.
  template <class T>
  void check_aligned(unsigned index, const char* what, const T* p,
                     const std::source_location& where) const {
    const std::size_t over = reinterpret_cast<std::uintptr_t>(p) % alignof(T);
    if (over != 0)
      report(index,
             std::string(what) + " at an address " + std::to_string(over) + " past a multiple of " +
                 std::to_string(alignof(T)),
             where);
  }
  void check_together(unsigned index, collective kind, const std::source_location& where) const;
  [[nodiscard]] std::string place() const;
  [[nodiscard]] std::string deadlock() const;

  const char* kernel_ = nullptr;
  unsigned block_ = 0;
  unsigned threads_ = 0;
  unsigned block_arrived_ = 0;
  counts* total_ = nullptr;
  bool cancelling_ = false;
  std::exception_ptr error_;
  std::vector<fiber_stack> stacks_;
  std::vector<lane_state> lanes_;
  std::vector<warp_state> warps_;
  run_queue ready_;
  std::vector<unsigned> polling_;  // lanes whose polls failed
  unsigned ended_polls_ = 0;       // polls that failed at first and held later
  lane_sequence sequence_;
  [[no_unique_address]] race::detector races_;
};

}  // namespace codag::simt::host

#include "codag/simt/host/block_runner.inl.hpp"
