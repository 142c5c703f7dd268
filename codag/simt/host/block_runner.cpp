// Where the lanes of block_runner meet, and its messages about kernels that misuse the collectives.
#include "codag/simt/host/block_runner.hpp"

#include <bit>
#include <optional>
#include <utility>

#include "codag/simt/host/fiber.hpp"
#include "codag/simt/host/source_place.hpp"

namespace codag::simt::host {

namespace {

struct cancelled {};  // unwinds a fiber after a misuse

/// The lowest `lanes` lanes of a warp, all of them if there are more.
constexpr unsigned part_mask(unsigned lanes) {
  return lanes < warp_size ? (1u << lanes) - 1 : full_mask;
}

}  // namespace

struct block_runner::contexts {
  // Kept from block to block. `fibers` is never resized, because a fiber is never moved.
  std::vector<fiber_stack> stacks;
  std::vector<std::optional<fiber>> fibers;
  fiber outside;  // the host thread, which starts the others
};

block_runner::block_runner() : contexts_(std::make_unique<contexts>()) {}
block_runner::~block_runner() = default;

void block_runner::run(const char* kernel, unsigned block, unsigned threads,
                       const lane_order& order, const std::function<void(unsigned)>& body,
                       counts& total, poll_watch::block& in_grid) {
  begin(kernel, block, threads, order, total);
  for (unsigned i = 0; i < threads; ++i)
    contexts_->fibers[i].emplace(contexts_->stacks[i], [this, i, &body]() -> fiber& {
      try {
        const race::detector::watch watched(races_);
        body(i);
      } catch (const cancelled&) {
      } catch (...) {
        if (!error_) error_ = std::current_exception();
      }
      return next();
    });
  sequence_.for_each(0, threads, [this](unsigned i) { ready_.push(i); });
  finish(in_grid);
}

void block_runner::begin(const char* kernel, unsigned block, unsigned threads,
                         const lane_order& order, counts& total) {
  kernel_ = kernel;
  block_ = block;
  threads_ = threads;
  block_arrived_ = 0;
  any_brings_ = {};
  total_ = &total;
  cancelling_ = false;
  error_ = nullptr;
  sequence_.begin(order, block);
  ready_.begin(threads);
  polling_.clear();
  ended_polls_ = 0;
  lanes_.assign(threads, {});
  if (contexts_->fibers.size() < threads)
    contexts_->fibers = std::vector<std::optional<fiber>>(threads);
  if (kept_warps_.size() < threads / warp_size) kept_warps_.resize(threads / warp_size);
  warps_ = std::span(kept_warps_).first(threads / warp_size);
  for (warp_state& w : warps_) {
    w.arrived = w.in_parts = w.waiting = w.parity = 0;
    w.log.begin(sequence_.ascending());
  }
  while (contexts_->stacks.size() < threads) contexts_->stacks.emplace_back();
}

void block_runner::finish(poll_watch::block& in_grid) {
  const auto run_ready = [this] {
    if (!ready_.empty() && !error_) contexts_->outside.switch_to(next());
  };
  run_ready();
  // Only polls are left to run: each looks once more. One that holds may set other lanes free.
  while (!polling_.empty() && !error_) {
    const unsigned ended_before = ended_polls_;
    for (const unsigned i : polling_) ready_.push(i);
    polling_.clear();
    run_ready();
    if (ended_polls_ != ended_before)
      in_grid.went_on();
    else if (!error_)
      error_ = after_failed_polls(in_grid);
  }
  bool all_ended = true;
  for (unsigned i = 0; i < threads_; ++i) all_ended = all_ended && contexts_->fibers[i]->ended();
  if (!all_ended && !error_) error_ = std::make_exception_ptr(misuse(deadlock()));
  if (error_) {
    cancelling_ = true;  // every lane that still waits unwinds its stack
    for (unsigned i = 0; i < threads_; ++i)
      if (!contexts_->fibers[i]->ended()) contexts_->outside.switch_to(select(i));
    counts discarded;
    for (warp_state& w : warps_) w.log.flush(discarded);
    std::rethrow_exception(error_);
  }
  for (warp_state& w : warps_) w.log.flush(*total_);
}

// Why this block cannot go on, or null if it can still hope.
std::exception_ptr block_runner::after_failed_polls(poll_watch::block& in_grid) const {
  try {
    if (!in_grid.all_failed()) return nullptr;
    throw misuse(deadlock() + "; no running block can change what is polled");
  } catch (...) {
    return std::current_exception();
  }
}

// The fiber of a thread that runs next.
fiber& block_runner::select(unsigned index) {
  const fiber_stack& stack = contexts_->stacks[index];
  races_.select(index, stack.bottom(), stack.context().size);
  return *contexts_->fibers[index];
}

// What runs when a thread waits or ends.
fiber& block_runner::next() {
  return ready_.empty() || error_ ? contexts_->outside : select(ready_.pop());
}

void block_runner::wait(unsigned index) {
  contexts_->fibers[index]->switch_to(next());
  if (cancelling_) throw cancelled{};
}

// The threads [first, first + count) may go on.
void block_runner::release(unsigned first, unsigned count) {
  for (unsigned i = first; i < first + count; i += warp_size)
    warps_[i / warp_size].waiting &= ~(part_mask(count) << i % warp_size);
  sequence_.for_each(first, count, [this](unsigned i) { ready_.push(i); });
}

void block_runner::access(unsigned index, bool is_store, const void* p, std::size_t bytes,
                          std::size_t alignment, std::source_location where) {
  const race::detector::pause paused(races_);
  check_aligned(index, is_store ? "a store" : "a load", p, alignment, where);
  warps_[index / warp_size].log.add(index % warp_size, is_store,
                                    reinterpret_cast<std::uintptr_t>(p), bytes, where);
  races_.access(p, bytes, is_store, where);
}

void block_runner::atomic(unsigned index, const void* p, std::size_t alignment,
                          race::atomic_scope scope, std::source_location where) {
  const race::detector::pause paused(races_);
  check_aligned(index, "an atomic", p, alignment, where);
  ++total_->atomics;
  races_.announce_atomic(p, scope, where);
}

void block_runner::begin_copy(unsigned index, const started_copy& copy) {
  const race::detector::pause paused(races_);
  lane_state& lane = lanes_[index];
  if (lane.copies_taken) lane.copies.clear();
  lane.copies_taken = false;
  lane.copies.push_back(copy);
}

std::span<const block_runner::started_copy> block_runner::take_copies(unsigned index) {
  const race::detector::pause paused(races_);
  lane_state& lane = lanes_[index];
  if (std::exchange(lane.copies_taken, true)) return {};
  return lane.copies;
}

void block_runner::begin_poll() const {
  if (cancelling_) throw cancelled{};
}

void block_runner::wait_to_poll(unsigned index, std::source_location where) {
  const race::detector::pause paused(races_);
  lanes_[index].polls_at = where;
  polling_.push_back(index);
  warps_[index / warp_size].log.out_of_turn();
  wait(index);
}

void block_runner::end_poll(unsigned index) {
  const race::detector::pause paused(races_);
  if (lanes_[index].polls_at) ++ended_polls_;
  lanes_[index].polls_at.reset();
}

// A GPU has no access to memory that is not aligned to what it moves.
void block_runner::check_aligned(unsigned index, const char* what, const void* p,
                                 std::size_t alignment, std::source_location where) const {
  const std::size_t over = reinterpret_cast<std::uintptr_t>(p) & (alignment - 1);  // 2^k
  if (over != 0)
    report(index,
           std::string(what) + " at an address " + std::to_string(over) + " past a multiple of " +
               std::to_string(alignment),
           where);
}

unsigned block_runner::exchange::lanes_with(std::uint64_t wanted) const {
  unsigned lanes = 0;
  for (unsigned i = 0; i < warp_size; ++i) lanes |= unsigned{values[i] == wanted} << i;
  return lanes;
}

// A lane reaches a collective and is about to wait there.
block_runner::warp_state& block_runner::arrive(unsigned index, collective kind,
                                               std::source_location where) {
  if (cancelling_) throw cancelled{};
  check_together(index, kind, where);
  lanes_[index].waits_at = kind;
  lanes_[index].where = where;
  warp_state& warp = warps_[index / warp_size];
  warp.waiting |= 1u << index % warp_size;
  return warp;
}

const block_runner::exchange& block_runner::meet_warp(unsigned index, collective kind,
                                                      std::uint64_t value,
                                                      std::source_location where) {
  const race::detector::pause paused(races_);
  warp_state& warp = arrive(index, kind, where);
  const unsigned bit = 1u << index % warp_size;
  exchange& brought = warp.brought[warp.parity];
  brought.values[index % warp_size] = value;
  brought.nonzero = value != 0 ? brought.nonzero | bit : brought.nonzero & ~bit;
  warp.arrived |= bit;
  if (warp.arrived == full_mask) {
    warp.arrived = 0;
    warp.parity ^= 1;
    warp.log.flush(*total_);
    if (kind == collective::sync_warp) {
      ++total_->warp_barriers;
      races_.sync_warp(index / warp_size);
    }
    if (kind == collective::shuffle || kind == collective::reduce) ++total_->shuffles;
    if (kind >= collective::ballot && kind <= collective::match_any) ++total_->votes;
    release(index / warp_size * warp_size, warp_size);
  }
  wait(index);
  return brought;
}

void block_runner::meet_lanes(unsigned index, unsigned lanes, std::source_location where) {
  const race::detector::pause paused(races_);
  warp_state& warp = arrive(index, collective::sync_lanes, where);
  warp.in_parts |= 1u << index % warp_size;
  const unsigned first = index / lanes * lanes;
  const unsigned part = part_mask(lanes) << first % warp_size;
  if ((warp.in_parts & part) == part) {
    warp.in_parts &= ~part;
    warp.log.flush(*total_, first % warp_size, lanes);
    ++total_->warp_barriers;
    races_.sync_lanes(first, lanes);
    release(first, lanes);
  }
  wait(index);
}

bool block_runner::meet_block(unsigned index, collective kind, bool brings,
                              std::source_location where) {
  const race::detector::pause paused(races_);
  arrive(index, kind, where);
  // The PTX ISA forbids mixing them at the same barrier.
  const bool is_or = kind == collective::sync_block_or;
  if (block_arrived_ > 0 && is_or != is_or_barrier_)
    report(index, "reached sync_block_or and other threads sync_block, or vice versa", where);
  is_or_barrier_ = is_or;
  bool& any = any_brings_[block_parity_];
  any = any || brings;
  if (++block_arrived_ == threads_) {
    block_arrived_ = 0;
    // The next barrier fills the other one. All have read that before they came here.
    block_parity_ ^= 1;
    any_brings_[block_parity_] = false;
    ++total_->block_barriers;
    races_.sync_block();
    for (warp_state& w : warps_) w.log.flush(*total_);
    release(0, threads_);
  }
  wait(index);
  return any;
}

// The lanes of a warp must wait at the same kind of collective, and at an aligned block barrier
// also at the same place in the source.
void block_runner::check_together(unsigned index, collective kind,
                                  std::source_location where) const {
  const unsigned first = index / warp_size * warp_size;
  for (unsigned left = warps_[index / warp_size].waiting; left != 0; left &= left - 1) {
    const unsigned i = first + static_cast<unsigned>(std::countr_zero(left));
    const lane_state& other = lanes_[i];
    // The other lanes that wait there were checked when they came.
    if (other.waits_at == kind && (!is_aligned(kind) || is_same_place(other.where, where))) return;
    const bool both_block =
        other.waits_at >= collective::sync_block && kind >= collective::sync_block;
    // A lane may wait for its warp while another waits for the block, or for its part of the warp.
    // That is a deadlock only if it lasts.
    const bool may_meet_later =
        !both_block && (other.waits_at >= collective::sync_lanes || kind >= collective::sync_lanes);
    if (!may_meet_later) report_apart(index, kind, where, i);
  }
}

void block_runner::report_apart(unsigned index, collective kind, std::source_location where,
                                unsigned other) const {
  const auto describe = [](collective c, const std::source_location& l) {
    return std::string(to_string(c)) + " (" + l.file_name() + ":" + std::to_string(l.line()) + ")";
  };
  throw misuse(place() + "warp " + std::to_string(index / warp_size) + ": lane " +
               std::to_string(index % warp_size) + " reached " + describe(kind, where) +
               " while lane " + std::to_string(other % warp_size) + " waits at " +
               describe(lanes_[other].waits_at, lanes_[other].where));
}

std::string block_runner::place() const {
  return std::string("kernel ") + kernel_ + ", block " + std::to_string(block_) + ": ";
}

void block_runner::report(unsigned index, const std::string& what,
                          std::source_location where) const {
  throw misuse(place() + "warp " + std::to_string(index / warp_size) + " lane " +
               std::to_string(index % warp_size) + ": " + what + " (" + where.file_name() + ":" +
               std::to_string(where.line()) + ")");
}

std::string block_runner::deadlock() const {
  std::string text = place() + "deadlock:";
  const auto state = [this](unsigned i) {
    const lane_state& lane = lanes_[i];
    const auto at = [](const std::source_location& l) {
      return std::string(" (") + l.file_name() + ":" + std::to_string(l.line()) + ")";
    };
    if (contexts_->fibers[i]->ended()) return std::string("ended the kernel");
    if (lane.polls_at) return "poll" + at(*lane.polls_at);
    return std::string("wait at ") + to_string(lane.waits_at) + at(lane.where);
  };
  // Neighbouring threads in the same state share one entry, so that the message stays short.
  for (unsigned begin = 0; begin < threads_;) {
    const std::string what = state(begin);
    unsigned end = begin + 1;
    while (end < threads_ && state(end) == what) ++end;
    const auto name = [](unsigned i) {
      return "warp " + std::to_string(i / warp_size) + " lane " + std::to_string(i % warp_size);
    };
    text += (begin == 0 ? " " : "; ") + name(begin);
    if (end - begin > 1) text += " to " + name(end - 1);
    text += " " + what;
    begin = end;
  }
  return text;
}

}  // namespace codag::simt::host
