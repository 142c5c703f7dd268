// output_then_lists: what parse_again makes of a chunk: the output of its first windows, and lists
// of the others.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/dense_list.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/lz/output/lane_bytes.hpp"
#include "codag/lz/tokens/placed_matches.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/copy_bytes.hpp"

namespace codag::deflate {

/// A window of literals with few matches is written when it is parsed: a list would take four bytes
/// per literal. After the first listed window, all windows are listed: their matches may copy bytes
/// that are only listed.
template <class Thread>
class output_then_lists {
 public:
  /// The chunk is `in`, and its output `out_bytes` bytes at `out`. `memory` has `bytes` bytes for
  /// lists, and is aligned to token_list::alignment.
  CODAG_DEVICE output_then_lists(const Thread& t, const compressed_words& in, std::byte* out,
                                 std::uint32_t out_bytes, std::byte* memory, std::uint64_t bytes)
      : thread_(t),
        warp_(t),
        in_(in),
        begin_(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out) %
                                          lz::lane_bytes<Thread>::group_bytes)),
        end_(begin_ + out_bytes),
        position_(begin_),
        out_(reinterpret_cast<std::uint8_t*>(out) - begin_),
        memory_(memory),
        list_(t, memory + token_list::header_bytes, bytes - token_list::header_bytes) {}

  /// Whether there is room for the tokens of `bits_left` more bits, if they are as dense as those
  /// of the first `bits`. A dense list cannot predict that, so the answer is always true.
  static CODAG_DEVICE bool lasts(std::uint32_t /*bits*/, std::uint32_t /*bits_left*/) {
    return true;
  }

  /// Whether nothing is listed so far, and the next window should be written.
  CODAG_DEVICE bool writes() const { return writes_ && list_.windows() == 0 && list_.size() == 0; }
  /// The position of the next byte that is written.
  CODAG_DEVICE std::uint32_t position() const { return position_; }
  /// What a lane writes from a position on.
  CODAG_DEVICE lz::lane_bytes<Thread> bytes_from(std::uint32_t position) const {
    return {thread_, out_, position, end_};
  }
  /// The matches of a window that is written. They have the memory of the lists.
  CODAG_DEVICE lz::placed_matches<Thread> matches() const {
    return {warp_, thread_, list_.memory(), list_.bytes()};
  }
  /// Ends a window: the lanes have written all bytes before `position`, but for `mine` matches of
  /// each, which are copied now. `tokens` is the number of the window's tokens. Returns false, in
  /// all lanes, if a match begins before the chunk, or the window ends after it. Collective.
  CODAG_DEVICE bool end_window(std::uint32_t position, std::uint32_t tokens, std::uint32_t mine) {
    if (position > end_) return false;
    // All bytes are there before matches copy them.
    warp_.sync();
    if (!matches().copy(out_, begin_, mine)) return false;
    // A mark holds no large byte count, so lanes meet late where tokens are long. Then the next
    // window is listed. Short windows decide nothing.
    writes_ = tokens < least_tokens || position - position_ <= 2 * tokens;
    position_ = position;
    return true;
  }

  /// Where tokens are listed.
  CODAG_DEVICE dense_list_writer<Thread>& list() { return list_; }
  /// Writes a stored block, or lists it. Returns false, in all lanes, if there is no room for it.
  /// Collective.
  CODAG_DEVICE bool list_stored(const token_list::stored_bytes& its) {
    if (!writes()) return list_.list_stored(its);
    if (its.count > end_ - position_) return false;
    // end_window() syncs before matches copy these bytes.
    copy_bytes(thread_, in_, its.from, out_ + position_, its.count);
    position_ += its.count;
    return true;
  }

  /// Ends the chunk. Collective.
  CODAG_DEVICE void finish() {
    list_.end_window();
    if (list_.windows() == 0) return;
    token_list::store_header(thread_, memory_, position_ - begin_, 0, token_list::kind_written);
  }
  /// Of the chunk that is finished: 0 if nothing is listed.
  CODAG_DEVICE std::uint32_t windows() const {
    return list_.windows() == 0 ? 0 : 1 + list_.windows();
  }
  /// Whether all of the chunk is written.
  CODAG_DEVICE bool wrote_all() const { return list_.windows() == 0 && position_ == end_; }

 private:
  static constexpr std::uint32_t least_tokens = 64;

  const Thread& thread_;
  const simt::warp_group<Thread> warp_;
  const compressed_words& in_;
  std::uint32_t begin_, end_;  // the chunk's first byte, and the one after its last
  std::uint32_t position_;
  std::uint8_t* out_;  // never accessed outside them
  bool writes_ = true;
  std::byte* memory_;  // its first window says what is written
  dense_list_writer<Thread> list_;
};

}  // namespace codag::deflate
