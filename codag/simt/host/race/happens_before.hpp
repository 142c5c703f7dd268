// Which accesses of a kernel happen before which others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "codag/simt/host/race/atomic_scope.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt::host::race {

/// When a lane did something. Barriers make the clocks of many lanes advance together, so a few
/// counters stand for a vector clock.
struct moment {
  std::uint32_t block;
  std::uint32_t warp;
  std::uint32_t block_phase;  ///< block barriers that the block had passed
  std::uint32_t warp_phase;   ///< warp syncs and block barriers that the warp had passed
  std::uint32_t releases;     ///< releases that the lane itself had made

  friend bool operator==(const moment&, const moment&) = default;
};

/// What a lane knows of others through acquires: everything that these lanes did up to these
/// moments happened before.
class knowledge {
 public:
  void add(const moment& when, unsigned lane) {
    std::vector<entry>& of_block = entries_[when.block];
    for (entry& e : of_block)
      if (e.when.warp == when.warp && e.lane == lane) {
        if (after(when, e.when)) e.when = when;
        return;
      }
    of_block.push_back({when, lane});
  }
  void add(const knowledge& other) {
    for (const auto& [block, entries] : other.entries_)
      for (const entry& e : entries) add(e.when, e.lane);
  }

  /// Whether what `lane` did at `when` is known.
  [[nodiscard]] bool covers(const moment& when, unsigned lane) const {
    const auto of_block = entries_.find(when.block);
    return of_block != entries_.end() && std::ranges::any_of(of_block->second, [&](const entry& e) {
             if (when.block_phase < e.when.block_phase) return true;
             if (when.warp != e.when.warp) return false;
             if (when.warp_phase < e.when.warp_phase) return true;
             return lane == e.lane && when.releases <= e.when.releases;
           });
  }

 private:
  struct entry {
    moment when;
    unsigned lane;
  };
  static bool after(const moment& a, const moment& b) {
    return a.warp_phase > b.warp_phase || a.releases > b.releases;
  }

  std::map<std::uint32_t, std::vector<entry>> entries_;  // by block
};

/// The clocks of a launch whose blocks run one after the other.
///
/// Three things order memory: a warp sync orders the lanes of a warp or of a part of it, a block
/// barrier those of a block, and an acquire that reads from a release orders the two lanes, if the
/// scope of both holds both. A shuffle or a ballot orders nothing (CUDA C++ Programming Guide,
/// "Warp Vote Functions" and "Warp Shuffle Functions": neither implies a memory barrier).
class clocks {
 public:
  void begin_launch() { released_.clear(); }
  void begin_block(unsigned block, unsigned threads) {
    block_ = block;
    block_phase_ = 0;
    warp_phases_.assign(threads / warp_size, 0);
    releases_.assign(threads, 0);
    known_.assign(threads, nullptr);
  }

  void sync_warp(unsigned warp) {
    ++warp_phases_[warp];
    share(warp * warp_size, warp_size);
  }
  /// A barrier of some lanes of a warp: as if each of these threads acquired what all of them
  /// released.
  void sync_lanes(unsigned first, unsigned count) {
    auto all = std::make_shared<knowledge>();
    for (unsigned i = first; i < first + count; ++i) {
      if (known_[i]) all->add(*known_[i]);
      all->add(now(i), i % warp_size);
    }
    for (unsigned i = first; i < first + count; ++i) {
      ++releases_[i];
      known_[i] = all;
    }
  }
  void sync_block() {
    ++block_phase_;
    for (std::uint32_t& phase : warp_phases_) ++phase;
    share(0, static_cast<unsigned>(known_.size()));
  }

  /// A store to `address`, with or without release. It ends what was released there, unless it is
  /// part of a read-modify-write: that continues the release sequence.
  void store(unsigned index, std::uintptr_t address, bool releases, bool read_modify_write,
             atomic_scope scope) {
    if (!read_modify_write) released_.erase(address);
    if (!releases) return;
    knowledge mine;
    if (known_[index]) mine = *known_[index];
    mine.add(now(index), index % warp_size);
    released_[address].push_back({std::move(mine), block_, scope});
    ++releases_[index];
  }
  /// A load from `address` that acquires.
  void acquire(unsigned index, std::uintptr_t address, atomic_scope scope) {
    const auto found = released_.find(address);
    if (found == released_.end()) return;
    auto known =
        known_[index] ? std::make_shared<knowledge>(*known_[index]) : std::make_shared<knowledge>();
    for (const release& r : found->second)
      if (r.block == block_ || (r.scope == atomic_scope::device && scope == atomic_scope::device))
        known->add(r.known);
    known_[index] = std::move(known);
  }

  [[nodiscard]] moment now(unsigned index) const {
    const unsigned warp = index / warp_size;
    return {block_, warp, block_phase_, warp_phases_[warp], releases_[index]};
  }

  /// Which of `lanes` did something at `when` that is not ordered before what thread `index` does
  /// now.
  [[nodiscard]] unsigned unordered(const moment& when, unsigned lanes, unsigned index) const {
    if (when.block == block_) {
      const unsigned warp = index / warp_size;
      if (when.block_phase < block_phase_) return 0;
      if (when.warp == warp) {
        if (when.warp_phase < warp_phases_[warp]) return 0;
        lanes &= ~(1u << index % warp_size);
      }
    }
    if (lanes != 0 && known_[index])
      for (unsigned lane = 0; lane < warp_size; ++lane)
        if ((lanes >> lane & 1) != 0 && known_[index]->covers(when, lane)) lanes &= ~(1u << lane);
    return lanes;
  }

 private:
  struct release {
    knowledge known;
    std::uint32_t block;
    atomic_scope scope;
  };

  /// What one of these threads knows, all know.
  void share(unsigned first, unsigned count) {
    const auto begin = known_.begin() + first, end = begin + count;
    if (std::all_of(begin, end, [&](const auto& k) { return k == *begin; })) return;
    auto all = std::make_shared<knowledge>();
    for (auto k = begin; k != end; ++k)
      if (*k) all->add(**k);
    std::fill(begin, end, all);
  }

  std::uint32_t block_ = 0;
  std::uint32_t block_phase_ = 0;
  std::vector<std::uint32_t> warp_phases_;
  std::vector<std::uint32_t> releases_;                      // by thread
  std::vector<std::shared_ptr<const knowledge>> known_;      // by thread; null: nothing
  std::map<std::uintptr_t, std::vector<release>> released_;  // what an acquire there would learn
};

}  // namespace codag::simt::host::race
