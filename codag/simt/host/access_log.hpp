// Groups the global accesses of a warp's lanes into instructions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <vector>

#include "codag/simt/host/counts.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt::host {

/// The unit, in bytes, in which an NVIDIA GPU's L1 and L2 move data.
inline constexpr std::uint64_t sector_bytes = 32;

/// The most bytes that a kernel's load or store has. A GPU makes several of those beyond 16 bytes.
inline constexpr std::size_t max_access_bytes = 32;
static_assert(max_access_bytes <= sector_bytes, "an access touches at most 2 sectors");

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
           std::source_location where);
  /// A lane lets higher ones run before its next collective.
  void out_of_turn() { in_turn_ = false; }

  /// Adds the instructions since the last call to `total` and starts again. If only a part of the
  /// lanes are together, the accesses of the others are kept.
  void flush(counts& total, unsigned first = 0, unsigned lanes = warp_size);

 private:
  struct access {
    std::source_location where;
    std::uintptr_t address;
    std::size_t bytes;
    bool is_store;
  };
  struct instruction {
    std::source_location where;
    bool is_store;
    std::uint8_t lanes;
    std::uint8_t sector_count;
    std::array<std::uint64_t, 2 * warp_size> sectors;  // an access touches at most 2
  };
  // How far ahead the log is searched for a lane that skipped some instructions, so that the log
  // stays linear.
  static constexpr std::size_t look_ahead = 64;

  void join(unsigned lane, bool is_store, std::uintptr_t address, std::size_t bytes,
            std::source_location where);
  void join_kept(unsigned first, unsigned lanes);
  instruction& find(unsigned lane, bool is_store, std::source_location where);

  std::vector<instruction> log_;  // kept between flushes, so that it grows only once
  std::size_t used_ = 0;
  std::array<std::size_t, warp_size> next_{};
  std::array<std::vector<access>, warp_size> kept_;
  bool ascending_ = true, in_turn_ = true;
};

}  // namespace codag::simt::host
