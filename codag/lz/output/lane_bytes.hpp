// lane_bytes: a lane writes consecutive bytes of a chunk's output to memory, eight at a time.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::lz {

/// What a lane writes of a chunk, while other lanes write the bytes before and after that.
/// Positions are counted from `out`, which is a multiple of group_bytes. Nothing at `end` or after
/// it is written.
template <class Thread>
class lane_bytes {
 public:
  static constexpr std::uint32_t group_bytes = sizeof(std::uint64_t);

  CODAG_DEVICE lane_bytes(const Thread& t, std::uint8_t* out, std::uint32_t begin,
                          std::uint32_t end)
      : thread_(t), out_(out), begin_(begin), end_(end), position_(begin) {}

  /// Of the next byte.
  CODAG_DEVICE std::uint32_t position() const { return position_; }
  /// Appends the `count` low bytes of `bytes`, at most group_bytes. The others are 0.
  CODAG_DEVICE void append(std::uint64_t bytes, std::uint32_t count) {
    const unsigned shift = 8 * (position_ % group_bytes);
    group_ |= bytes << shift;
    const std::uint32_t group = group_of(position_);
    position_ += count;
    if (position_ - group < group_bytes) return;
    store(group);
    // Two shifts: one by 64 bits has no meaning.
    group_ = bytes >> 1 >> (63 - shift);
  }
  /// Leaves out `count` bytes, which the caller writes after all lanes have finished. Until then
  /// they may have any value.
  CODAG_DEVICE void skip(std::uint32_t count) {
    if (count < group_bytes) {
      append(0, count);
      return;
    }
    // What the two groups at its ends have of it is written, too.
    const std::uint32_t group = group_of(position_);
    if (group != position_) store(group);
    group_ = 0;
    position_ += count;
  }
  /// Writes what is left. The last call.
  CODAG_DEVICE void finish() const { store_bytes(group_of(position_), position_); }

 private:
  static CODAG_DEVICE std::uint32_t group_of(std::uint32_t position) {
    return position / group_bytes * group_bytes;
  }
  /// Writes the group that begins at `group`.
  CODAG_DEVICE void store(std::uint32_t group) const {
    if (group >= begin_ && group + group_bytes <= end_)
      thread_.store(reinterpret_cast<std::uint64_t*>(out_ + group), group_);
    else
      store_bytes(group, group + group_bytes);
  }
  /// Writes its bytes before position `end`.
  CODAG_DEVICE void store_bytes(std::uint32_t group, std::uint32_t end) const {
    const std::uint32_t to = end < end_ ? end : end_;
    CODAG_NO_UNROLL
    for (std::uint32_t at = group < begin_ ? begin_ : group; at < to; ++at)
      thread_.store(out_ + at, static_cast<std::uint8_t>(group_ >> 8 * (at - group)));
  }

  const Thread& thread_;
  std::uint8_t* out_;
  std::uint32_t begin_, end_;  // the lane's first byte, and the chunk's end
  std::uint32_t position_;
  std::uint64_t group_ = 0;  // the bytes of the next byte's group that come before it
};

}  // namespace codag::lz
