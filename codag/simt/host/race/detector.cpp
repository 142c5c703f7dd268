#include "codag/simt/host/race/detector.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "codag/simt/host/misuse.hpp"
#include "codag/simt/host/race/happens_before.hpp"
#include "codag/simt/host/race/report.hpp"
#include "codag/simt/host/race/shadow_memory.hpp"

namespace codag::simt::host::race {
namespace {

bool conflict(const record& r, std::uint8_t bytes, access_kind kind, bool same_block) {
  if (!r.kind.writes && !kind.writes) return false;
  // Two atomic accesses of the same bytes do not race if each is atomic for both threads.
  const bool both_see =
      same_block || (r.kind.scope == atomic_scope::device && kind.scope == atomic_scope::device);
  return !(r.kind.atomic && kind.atomic && r.bytes == bytes && both_see);
}

/// Whether an access that is ordered after `r` makes it needless: whatever races with `r` later
/// races with the access, too.
bool replaces(access_kind kind, const record& r) {
  return (kind.writes || !r.kind.writes) && (!kind.atomic || r.kind.atomic);
}

address_range range_of(const void* begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  return {address, address + bytes};
}

}  // namespace

struct detector::state {
  std::vector<launched_kernel> kernels;
  clocks order;
  shadow_memory shadow;
  report found;
  unsigned running = 0;
  /// By thread: what is known of its next atomic accesses to an address.
  struct announcement {
    const void* address = nullptr;
    atomic_scope scope = atomic_scope::device;
    place where;
  };
  std::vector<announcement> announced;
  const address_range constants = read_only_image();
  address_range shared;

  void access(std::uintptr_t address, std::size_t bytes, access_kind kind, const place& where) {
    if (constants.has(address)) return;
    for (const launched_kernel& its : kernels)
      if (range_of(its.parameters, its.bytes).has(address)) return;
    const moment now = order.now(running);
    for (std::uintptr_t at = address; at < address + bytes;) {
      const std::uintptr_t first = at % word_bytes;
      const std::uintptr_t count = std::min(word_bytes - first, address + bytes - at);
      access_word(at / word_bytes, static_cast<std::uint8_t>(((1u << count) - 1) << first), kind,
                  now, where);
      at += count;
    }
  }

 private:
  void access_word(std::uintptr_t word, std::uint8_t bytes, access_kind kind, const moment& now,
                   const place& where) {
    std::uint32_t& head = shadow.list(word);
    if (is_recorded(head, bytes, kind, now)) return;
    for (std::uint32_t* link = &head; *link != shadow_memory::none;) {
      record& r = shadow.at(*link);
      if ((r.bytes & bytes) != 0 && is_replaced(r, word, bytes, kind, now, where)) {
        r.bytes &= static_cast<std::uint8_t>(~bytes);
        if (r.bytes == 0) {
          shadow.remove(*link);
          continue;
        }
      }
      link = &r.next;
    }
    for (std::uint32_t i = head; i != shadow_memory::none; i = shadow.at(i).next) {
      record& r = shadow.at(i);
      if (r.when == now && r.kind == kind && r.bytes == bytes && r.where == where) {
        r.lanes |= my_bit();
        return;
      }
    }
    shadow.add(head, {now, my_bit(), bytes, kind, where, shadow_memory::none});
  }

  /// Whether this lane did the same, or wrote, at the same moment. Who races with one races with
  /// the other.
  bool is_recorded(std::uint32_t head, std::uint8_t bytes, access_kind kind, const moment& now) {
    for (std::uint32_t i = head; i != shadow_memory::none; i = shadow.at(i).next) {
      const record& r = shadow.at(i);
      const bool as_strong = r.kind == kind || (r.kind.writes && !r.kind.atomic && !kind.atomic);
      if (as_strong && (r.lanes & my_bit()) != 0 && (r.bytes & bytes) == bytes && r.when == now)
        return true;
    }
    return false;
  }

  /// Reports the race of this access with that of `r`, if they race. True if these bytes of `r` can
  /// be forgotten.
  bool is_replaced(const record& r, std::uintptr_t word, std::uint8_t bytes, access_kind kind,
                   const moment& now, const place& where) {
    const std::uint32_t others = order.unordered(r.when, r.lanes, running);
    if (others == 0) return replaces(kind, r);
    if (!conflict(r, bytes, kind, r.when.block == now.block)) return false;
    const auto both = static_cast<unsigned>(r.bytes & bytes);
    const std::uintptr_t address =
        word * word_bytes + static_cast<std::uintptr_t>(std::countr_zero(both));
    const bool is_shared = shared.has(address);
    found.add({{r.when.block, r.when.warp, others, r.kind, r.where},
               {now.block, now.warp, my_bit(), kind, where},
               is_shared,
               is_shared ? address - shared.begin : address,
               static_cast<std::size_t>(std::popcount(both))});
    return replaces(kind, r);  // one report is enough
  }

  [[nodiscard]] std::uint32_t my_bit() const { return 1u << running % warp_size; }
};

detector::detector() : state_(std::make_unique<state>()) {}
detector::~detector() = default;

void detector::begin_launch(std::span<const launched_kernel> kernels) {
  state_->kernels.assign(kernels.begin(), kernels.end());
  state_->order.begin_launch();
  state_->shadow.clear();
  state_->found.clear();
}

void detector::begin_block(unsigned block, unsigned threads, const void* shared,
                           std::size_t bytes) {
  state_->order.begin_block(block, threads);
  state_->announced.assign(threads, {});
  // The last block's shared memory has been freed: what the host puts there for this block, such as
  // what a thread is called with, is not that block's any more.
  state_->shadow.forget(state_->shared.begin, state_->shared.end - state_->shared.begin);
  state_->shared = range_of(shared, bytes);
  state_->shadow.forget(state_->shared.begin, bytes);
}

void detector::end_launch() {
  if (!state_->found.empty()) throw data_race(state_->found.text(state_->kernels));
}

void detector::select(unsigned index, const void* stack, std::size_t bytes) {
  state_->running = index;
  stack_ = range_of(stack, bytes);
}

void detector::sync_warp(unsigned warp) {
  state_->order.sync_warp(warp);
}
void detector::sync_lanes(unsigned first, unsigned count) {
  state_->order.sync_lanes(first, count);
}
void detector::sync_block() {
  state_->order.sync_block();
}

void detector::access(const void* address, std::size_t bytes, bool writes, const place& where) {
  if (is_local(address)) return;
  state_->access(reinterpret_cast<std::uintptr_t>(address), bytes, {.writes = writes}, where);
}

void detector::atomic(const void* pointer, std::size_t bytes, const atomic_access& what,
                      const place& where) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const state::announcement& known = state_->announced[state_->running];
  const bool is_known = known.address == pointer;
  const place at = is_known ? known.where : where;
  const atomic_scope scope = is_known ? known.scope : what.scope;
  if (is_local(pointer)) return;
  const bool acquires =
      what.order == std::memory_order_acquire || what.order == std::memory_order_consume ||
      what.order == std::memory_order_acq_rel || what.order == std::memory_order_seq_cst;
  const bool releases = what.order == std::memory_order_release ||
                        what.order == std::memory_order_acq_rel ||
                        what.order == std::memory_order_seq_cst;
  if (what.reads && acquires) state_->order.acquire(state_->running, address, scope);
  state_->access(address, bytes, {what.writes, true, scope}, at);
  if (what.writes) state_->order.store(state_->running, address, releases, what.reads, scope);
}

void detector::announce_atomic(const void* address, atomic_scope scope,
                               const std::source_location& where) {
  state_->announced[state_->running] = {address, scope, place(where)};
}

constinit thread_local detector* detector::active_now = nullptr;

detector::watch::watch(detector& d) {
  detector::active_now = &d;
}
detector::watch::~watch() {
  detector::active_now = nullptr;
}

detector::pause::pause(detector&) : watched_(detector::active_now) {
  detector::active_now = nullptr;
}
detector::pause::~pause() {
  detector::active_now = watched_;
}

}  // namespace codag::simt::host::race
