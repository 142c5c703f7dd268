// A chunk's tokens one after the other, without what did not count: the lists of two_pass_lanes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::deflate {

/// Writes windows of tokens in their order, of one block or several, and of stored blocks; before
/// these, perhaps, one of what is written already.
template <class Thread>
class dense_list_writer {
 public:
  /// `memory` has `bytes` bytes, and is aligned to token_list::alignment.
  CODAG_DEVICE dense_list_writer(const Thread& t, std::byte* memory, std::uint64_t bytes)
      : thread_(t), window_(memory), end_(memory + bytes) {}

  /// What is left of the memory.
  CODAG_DEVICE std::byte* memory() const { return window_; }
  CODAG_DEVICE std::uint64_t bytes() const { return static_cast<std::uint64_t>(end_ - window_); }
  /// How many tokens the window has, and how many more it has room for.
  CODAG_DEVICE std::uint32_t size() const { return size_; }
  CODAG_DEVICE std::uint32_t room() const {
    const std::uint64_t used = token_list::dense_bytes(size_);
    return bytes() < used ? 0 : static_cast<std::uint32_t>((bytes() - used) / sizeof(lz::token));
  }
  /// Stores the tokens from place + first to before place + end; `place` is a multiple of 4, and
  /// tokens[k] belongs to place + k. The lane does that by itself, and there is room.
  CODAG_DEVICE void put(std::uint32_t place, const word_quad& tokens, unsigned first,
                        unsigned end) const {
    std::byte* const at = window_ + token_list::header_bytes + place * sizeof(lz::token);
    if (first == 0 && end == 4) {
      thread_.store(reinterpret_cast<word_quad*>(at), tokens);
    } else {
      for (unsigned k = 0; k < 4; ++k)
        if (k >= first && k < end)
          thread_.store(reinterpret_cast<lz::token*>(at) + k, tokens.words[k]);
    }
  }
  /// Stores one token to `place`. The lane does that by itself, and there is room.
  CODAG_DEVICE void put_one(std::uint32_t place, lz::token token) const {
    auto* const all = reinterpret_cast<lz::token*>(window_ + token_list::header_bytes);
    thread_.store(all + place, token);
  }
  /// Counts `tokens` more tokens, which have been put. Collective.
  CODAG_DEVICE void add(std::uint32_t tokens) { size_ += tokens; }
  /// Ends the window, if it has tokens. Collective.
  CODAG_DEVICE void end_window() {
    if (size_ == 0) return;
    end(size_, 0, token_list::kind_dense, token_list::dense_bytes(size_));
    size_ = 0;
  }
  /// Makes the window of a stored block. Returns false, in all lanes, if there is no room for it.
  /// Collective.
  CODAG_DEVICE bool list_stored(const token_list::stored_bytes& its) {
    end_window();
    if (bytes() < token_list::header_bytes) return false;
    end(its.from, its.count, token_list::kind_stored, token_list::header_bytes);
    return true;
  }
  CODAG_DEVICE std::uint32_t windows() const { return windows_; }

 private:
  CODAG_DEVICE void end(std::uint32_t first, std::uint32_t second, std::uint32_t kind,
                        std::uint64_t bytes) {
    token_list::store_header(thread_, window_, first, second, kind);
    window_ += bytes;
    ++windows_;
  }

  const Thread& thread_;
  std::byte* window_;
  std::byte* end_;
  std::uint32_t size_ = 0, windows_ = 0;
};

/// Reads the tokens of a dense window.
template <class Thread>
class dense_list_reader {
 public:
  CODAG_DEVICE dense_list_reader(const simt::warp_group<Thread>& /*warp*/, const Thread& t,
                                 const std::byte* window)
      : thread_(t),
        window_(window),
        total_(t.load(reinterpret_cast<const std::uint32_t*>(window))) {}

  CODAG_DEVICE std::uint32_t total() const { return total_; }
  CODAG_DEVICE const std::byte* next_window() const {
    return window_ + token_list::dense_bytes(total_);
  }
  /// Tokens number `index` to index + N - 1 of the window; literals where there are none.
  template <unsigned N>
  CODAG_DEVICE void load(std::uint32_t index, lz::token (&tokens)[N]) const {
    const auto* const all = reinterpret_cast<const lz::token*>(window_ + token_list::header_bytes);
    if constexpr (N % 4 == 0)
      if (index % 4 == 0 && index + N <= total_) {
        CODAG_UNROLL
        for (unsigned k = 0; k < N; k += 4) {
          const word_quad four = thread_.load(reinterpret_cast<const word_quad*>(all + index + k));
          for (unsigned i = 0; i < 4; ++i) tokens[k + i] = four.words[i];
        }
        return;
      }
    CODAG_UNROLL
    for (unsigned k = 0; k < N; ++k)
      tokens[k] = index + k < total_ ? thread_.load(all + index + k) : lz::make_literal(0);
  }

 private:
  const Thread& thread_;
  const std::byte* window_;
  std::uint32_t total_;
};

}  // namespace codag::deflate
