// Groups the global accesses of a warp's lanes into instructions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <vector>

#include "codag/simt/host/counts.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt::host {

/// The unit, in bytes, in which an NVIDIA GPU's L1 and L2 move data.
inline constexpr std::uint64_t sector_bytes = 32;

/// Lanes run one after the other between two collectives. The first lane to reach a load or store
/// opens an instruction; a later lane whose next access comes from the same place in the source
/// joins it. The log is flushed at each collective, where the lanes are known to be together.
///
/// The result depends on the order in which lanes are looked at, which is always the ascending one:
/// the accesses of lanes that run out of turn are kept until the flush.
class access_log {
 public:
  /// Whether the lanes run in ascending order. The log is empty.
  void begin(bool ascending) { in_turn_ = ascending_ = ascending; }

  void add(unsigned lane, bool is_store, std::uintptr_t address, std::size_t bytes,
           const std::source_location& where) {
    if (in_turn_)
      join(lane, is_store, address, bytes, where);
    else
      kept_[lane].push_back({where, address, bytes, is_store});
  }
  /// A lane lets higher ones run before its next collective.
  void out_of_turn() { in_turn_ = false; }

  /// Adds the instructions since the last call to `total` and starts again. If only a part of the
  /// lanes are together, the accesses of the others are kept.
  void flush(counts& total, unsigned first = 0, unsigned lanes = warp_size) {
    if (!in_turn_) join_kept(first, lanes);
    // The parts of a warp run on in any order.
    in_turn_ = ascending_ && lanes == warp_size;
    for (std::size_t n = 0; n < used_; ++n) {
      instruction& i = log_[n];
      const auto end = i.sectors.begin() + i.sector_count;
      std::sort(i.sectors.begin(), end);
      const auto distinct =
          static_cast<std::uint64_t>(std::unique(i.sectors.begin(), end) - i.sectors.begin());
      (i.is_store ? total.store_instructions : total.load_instructions) += 1;
      (i.is_store ? total.store_sectors : total.load_sectors) += distinct;
      (i.is_store ? total.store_lanes : total.load_lanes) += i.lanes;
    }
    used_ = 0;
    next_.fill(0);
  }

 private:
  struct access {
    std::source_location where;
    std::uintptr_t address;
    std::size_t bytes;
    bool is_store;
  };
  struct instruction {
    const char* file;
    std::uint32_t line, column;
    bool is_store;
    std::uint8_t lanes;
    std::uint8_t sector_count;
    std::array<std::uint64_t, 2 * warp_size> sectors;  // an access of 8 bytes touches at most 2
  };
  // A lane that skipped some instructions is searched for this far ahead, so that the log stays
  // linear.
  static constexpr std::size_t look_ahead = 64;

  void join(unsigned lane, bool is_store, std::uintptr_t address, std::size_t bytes,
            const std::source_location& where) {
    instruction& i = find(lane, is_store, where);
    ++i.lanes;
    for (std::uint64_t s = address / sector_bytes; s <= (address + bytes - 1) / sector_bytes; ++s)
      if (i.sector_count == 0 || i.sectors[i.sector_count - 1] != s)
        i.sectors[i.sector_count++] = s;
  }
  void join_kept(unsigned first, unsigned lanes) {
    for (unsigned lane = first; lane < first + lanes; ++lane) {
      for (const access& a : kept_[lane]) join(lane, a.is_store, a.address, a.bytes, a.where);
      kept_[lane].clear();
    }
  }

  /// A file that several translation units include has a name in each of them. A function that is
  /// inlined here and called there meets both.
  static bool is_same(const char* a, const char* b) { return a == b || std::strcmp(a, b) == 0; }

  instruction& find(unsigned lane, bool is_store, const std::source_location& where) {
    const std::size_t end = std::min(used_, next_[lane] + look_ahead);
    for (std::size_t n = next_[lane]; n < end; ++n) {
      instruction& i = log_[n];
      if (i.line == where.line() && i.column == where.column() && i.is_store == is_store &&
          is_same(i.file, where.file_name())) {
        next_[lane] = n + 1;
        return i;
      }
    }
    if (used_ == log_.size()) log_.emplace_back();
    instruction& i = log_[used_++];
    i.file = where.file_name();
    i.line = where.line();
    i.column = where.column();
    i.is_store = is_store;
    i.lanes = i.sector_count = 0;
    next_[lane] = used_;
    return i;
  }

  std::vector<instruction> log_;  // kept between flushes, so that it grows only once
  std::size_t used_ = 0;
  std::array<std::size_t, warp_size> next_{};
  std::array<std::vector<access>, warp_size> kept_;
  bool ascending_ = true, in_turn_ = true;
};

}  // namespace codag::simt::host
