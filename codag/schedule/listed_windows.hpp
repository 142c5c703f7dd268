// listed_windows: a block reads the windows of a chunk while another kernel may still list them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag {

/// The number of windows that a parser has listed so far, and how it has ended, in one word. The
/// parser stores it with release, so an acquire load makes the windows visible, too.
struct window_count {
  static constexpr std::uint32_t all_listed = 1u << 31;
  static constexpr std::uint32_t given_up = 1u << 30;  ///< the chunk is left to another kernel
  static constexpr std::uint32_t ends = all_listed | given_up;

  static CODAG_DEVICE constexpr std::uint32_t windows(std::uint32_t word) { return word & ~ends; }
  static CODAG_DEVICE constexpr bool has_ended(std::uint32_t word) { return (word & ends) != 0; }
};

/// The windows of a block's chunk, one after the other.
template <class Thread>
class listed_windows {
 public:
  CODAG_DEVICE listed_windows(const Thread& t, const std::uint32_t* count)
      : thread_(t), count_(count) {}

  /// Waits until the parser has listed another window, or has ended. Returns whether there is
  /// another one. Collective over the block.
  CODAG_DEVICE bool next() {
    bool follows = false;
    if (thread_.thread_index() == 0) {
      const std::uint32_t taken = taken_;
      const auto tells = [=](std::uint32_t now) {
        return window_count::windows(now) > taken || window_count::has_ended(now);
      };
      // Acquire: the windows counted are visible.
      const std::uint32_t now = thread_.poll(count_, tells);
      follows = window_count::windows(now) > taken && (now & window_count::given_up) == 0;
    }
    ++taken_;
    // The barrier passes on to all threads what thread 0 has acquired.
    return thread_.sync_block_or(follows);
  }

  /// Waits until the parser has ended. Returns whether it has listed all windows.
  CODAG_DEVICE bool whole() const {
    const auto ends = [](std::uint32_t now) { return window_count::has_ended(now); };
    // Acquire: the caller overwrites a member that the parser has stored.
    return (thread_.poll(count_, ends) & window_count::all_listed) != 0;
  }

 private:
  const Thread& thread_;
  const std::uint32_t* count_;
  std::uint32_t taken_ = 0;  // the windows that next() has returned
};

}  // namespace codag
