// The tokens of a chunk between two kernels: one finds them, the other writes their output.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/count_up_to.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// A chunk's tokens lie in global memory, window after window. In each window, every lane of the
/// parser has a list, from which some consecutive tokens count; those of lane 0 come first.
///
/// A window has a header: for each lane, a word with the index of the first token that counts and
/// their number, and then the number of rows. A row holds 16 tokens of each lane: 64 bytes, which
/// is as much as memory gives at once.
///
/// A stored block has no tokens. Its window is a header that says where in the chunk its bytes are.
/// A window may also be dense: its tokens follow the header in their order (dense_list.hpp). Then
/// the first window is a header that says how many bytes of the chunk are written already.
struct token_list {
  static constexpr std::uint32_t row_tokens = 16;
  static constexpr std::uint32_t lane_bytes = row_tokens * sizeof(lz::token);
  static constexpr std::uint32_t row_bytes = lane_bytes * simt::warp_size;
  static constexpr std::uint32_t header_bytes = 4 * simt::warp_size + lane_bytes;
  static constexpr std::uint32_t alignment = lane_bytes;
  static_assert(header_bytes % alignment == 0 && row_bytes % alignment == 0);

  /// Where token `i` of a lane's list is.
  static CODAG_DEVICE const lz::token* place(const std::byte* window, unsigned lane,
                                             std::uint32_t i) {
    return reinterpret_cast<const lz::token*>(window + header_bytes + i / row_tokens * row_bytes +
                                              lane * lane_bytes +
                                              i % row_tokens * sizeof(lz::token));
  }

  /// In place of the number of rows.
  static constexpr std::uint32_t kind_stored = ~std::uint32_t{0}, kind_dense = kind_stored - 1,
                                 kind_written = kind_stored - 2;
  /// That word.
  template <class Thread>
  static CODAG_DEVICE std::uint32_t kind_of(const Thread& t, const std::byte* window) {
    return t.load(reinterpret_cast<const std::uint32_t*>(window) + simt::warp_size);
  }

  /// The bytes of a dense window with so many tokens. Its header begins with their number.
  static CODAG_DEVICE std::uint64_t dense_bytes(std::uint32_t tokens) {
    return header_bytes +
           (std::uint64_t{tokens} * sizeof(lz::token) + alignment - 1) / alignment * alignment;
  }

  /// The bytes of a stored block: the first two words of its window's header.
  struct stored_bytes {
    std::uint32_t from, count;
  };
  template <class Thread>
  static CODAG_DEVICE stored_bytes stored_of(const Thread& t, const std::byte* window) {
    const auto* const header = reinterpret_cast<const std::uint32_t*>(window);
    return {t.load(header), t.load(header + 1)};
  }

  /// Stores the header of a window that has no word for each lane. Collective.
  template <class Thread>
  static CODAG_DEVICE void store_header(const Thread& t, std::byte* window, std::uint32_t first,
                                        std::uint32_t second, std::uint32_t kind) {
    auto* const header = reinterpret_cast<std::uint32_t*>(window);
    if (t.lane() != 0) return;
    t.store(header, first);
    t.store(header + 1, second);
    t.store(header + simt::warp_size, kind);
  }
  /// The bytes of the chunk that are written already: the first word of the window that says so.
  template <class Thread>
  static CODAG_DEVICE std::uint32_t written_of(const Thread& t, const std::byte* window) {
    return t.load(reinterpret_cast<const std::uint32_t*>(window));
  }

  /// The tokens of a lane's list that count. The header has a word for each lane.
  struct list_range {
    std::uint32_t first, count;  ///< each below 2^16

    [[nodiscard]] CODAG_DEVICE std::uint32_t word() const { return first | count << 16; }
    /// Those of the thread's lane.
    template <class Thread>
    static CODAG_DEVICE list_range of(const Thread& t, const std::byte* window) {
      const std::uint32_t word = t.load(reinterpret_cast<const std::uint32_t*>(window) + t.lane());
      return {word & 0xffff, word >> 16};
    }
  };
};

/// Writes windows.
template <class Thread>
class token_list_writer {
 public:
  /// `memory` has `bytes` bytes, and is aligned to token_list::alignment. If `listed`
  /// is not null, it gets the number of windows each time that one is whole, with a release.
  CODAG_DEVICE token_list_writer(const Thread& t, std::byte* memory, std::uint64_t bytes,
                                 std::uint32_t* listed)
      : thread_(t), begin_(memory), memory_(memory), end_(memory + bytes), listed_(listed) {}

  /// Whether the lists of `bits_left` more bits have room, too, if they need as much per bit as
  /// those of the first `bits`, which are not 0.
  CODAG_DEVICE bool lasts(std::uint32_t bits, std::uint32_t bits_left) const {
    // The first windows may need more than the others, so half as much again is allowed.
    return static_cast<std::uint64_t>(memory_ - begin_) * bits_left <=
           static_cast<std::uint64_t>(end_ - memory_) * bits * 3 / 2;
  }
  /// The number of rows that the window has room for.
  CODAG_DEVICE std::uint32_t most_rows() const {
    const auto left = static_cast<std::uint64_t>(end_ - memory_);
    return left < token_list::header_bytes
               ? 0
               : static_cast<std::uint32_t>((left - token_list::header_bytes) /
                                            token_list::row_bytes);
  }
  /// Stores the lane's tokens 4 * quad to 4 * quad + 3.
  CODAG_DEVICE void put(std::uint32_t quad, const word_quad& tokens) const {
    constexpr std::uint32_t quads = token_list::row_tokens / 4;
    std::byte* const row =
        memory_ + token_list::header_bytes + quad / quads * token_list::row_bytes;
    std::byte* const at =
        row + thread_.lane() * token_list::lane_bytes + quad % quads * sizeof(word_quad);
    thread_.store(reinterpret_cast<word_quad*>(at), tokens);
  }
  /// Ends the window, which has this many rows. Collective.
  CODAG_DEVICE void end_window(const token_list::list_range& mine, std::uint32_t rows) {
    end(mine.word(), rows, rows * token_list::row_bytes);
  }
  /// Makes the window of a stored block. Returns false, in all lanes, if there is no room for it.
  /// From then on, `listed` stays as it is: an early reader of windows expects tokens. Collective.
  CODAG_DEVICE bool list_stored(const token_list::stored_bytes& its) {
    if (static_cast<std::uint64_t>(end_ - memory_) < token_list::header_bytes) return false;
    listed_ = nullptr;
    ++stored_;
    end(thread_.lane() == 0 ? its.from : its.count, token_list::kind_stored, 0);
    return true;
  }
  CODAG_DEVICE std::uint32_t windows() const { return windows_; }
  /// How many of them are those of stored blocks.
  CODAG_DEVICE std::uint32_t stored() const { return stored_; }

 private:
  CODAG_DEVICE void end(std::uint32_t my_word, std::uint32_t rows, std::uint32_t bytes) {
    auto* const header = reinterpret_cast<std::uint32_t*>(memory_);
    thread_.store(header + thread_.lane(), my_word);
    if (thread_.lane() == 0) thread_.store(header + simt::warp_size, rows);
    memory_ += token_list::header_bytes + bytes;
    ++windows_;
    if (listed_ == nullptr) return;
    // All lanes have stored their part of the window before lane 0 releases it.
    thread_.sync_warp();
    if (thread_.lane() == 0) thread_.store_release(listed_, windows_);
  }

  const Thread& thread_;
  std::byte* begin_;
  std::byte* memory_;  // the window
  std::byte* end_;
  std::uint32_t* listed_;
  std::uint32_t windows_ = 0, stored_ = 0;
};

/// Reads the tokens of a window that has some: in order, 32 at once, or from anywhere.
template <class Thread>
class token_list_reader {
 public:
  /// Collective.
  CODAG_DEVICE token_list_reader(const simt::warp_group<Thread>& warp, const Thread& t,
                                 const std::byte* window)
      : thread_(t), warp_(warp), window_(window) {
    const auto mine = token_list::list_range::of(t, window);
    row_count_ = t.load(reinterpret_cast<const std::uint32_t*>(window) + simt::warp_size);
    end_ = warp_.inclusive_sum(mine.count, total_);
    skipped_ = mine.first - (end_ - mine.count);
  }

  CODAG_DEVICE std::uint32_t total() const { return total_; }
  CODAG_DEVICE const std::byte* next_window() const {
    return window_ + token_list::header_bytes + row_count_ * token_list::row_bytes;
  }

  /// Token number `index` of the window; a literal if there is none. The lanes ask for consecutive
  /// ones, and each time for later ones. Collective.
  CODAG_DEVICE lz::token load(std::uint32_t index) {
    // Few batches meet more than two lists.
    const unsigned list = list_from(list_, index);
    list_ = warp_.shuffle(list, simt::warp_size - 1);
    return load_from(list, index);
  }
  /// Tokens number `index` to index + N - 1 of the window; literals where there are none. Each lane
  /// asks for any. Collective.
  template <unsigned N>
  CODAG_DEVICE void load(std::uint32_t index, lz::token (&tokens)[N]) const {
    // The first list that ends after it; the last one if none does.
    unsigned list = simt::count_up_to(warp_, end_, index);
    for (unsigned k = 0; k < N; ++k) {
      if (k > 0) list = list_from(list, index + k);
      tokens[k] = load_from(list, index + k);
    }
  }

 private:
  /// The list that token `index` is in, which is `list` or a later one. Collective.
  CODAG_DEVICE unsigned list_from(unsigned list, std::uint32_t index) const {
    for (;;) {
      const std::uint32_t end = warp_.shuffle(end_, list);
      const bool later = index >= end && index < total_;
      if (!warp_.any(later)) return list;
      list += later ? 1 : 0;
    }
  }
  /// Token `index`, which is in that list, if there is one. Collective.
  CODAG_DEVICE lz::token load_from(unsigned list, std::uint32_t index) const {
    const std::uint32_t i = index + warp_.shuffle(skipped_, list);
    if (index >= total_) return lz::make_literal(0);
    return thread_.load(token_list::place(window_, list, i));
  }

  const Thread& thread_;
  const simt::warp_group<Thread>& warp_;
  const std::byte* window_;
  std::uint32_t row_count_, total_;
  std::uint32_t end_;      // of the lane's tokens, counted over all lists
  std::uint32_t skipped_;  // from a token's number to its index in the lane's list; may wrap
  unsigned list_ = 0;      // where the next search begins
};

}  // namespace codag::deflate
