// shared_window: a part of a chunk in shared memory, which all lanes of a warp read.
#pragma once

#include <bit>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/look_ahead.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag {

/// The bytes that a lane may read past what it looks at.
inline constexpr std::uint32_t window_spare_bytes = 16;

/// A window (see the concept): whole cache lines, in the order in which they lie in the chunk. A
/// lane's address needs no wrapping, as it would in a ring. When the position nears the end, the
/// window moves: it is loaded again from the position's line on. What was still unread comes from
/// the cache then.
///
/// As an input it looks at the next few bytes before it reads them.
template <class Thread>
class shared_window {
 public:
  /// `buffer` has buffer_bytes bytes: a power of two, two lines or more. It is aligned to 16 bytes.
  CODAG_DEVICE shared_window(const Thread& t, std::uint32_t* buffer, std::uint32_t buffer_bytes,
                             const compressed_words& words)
      : thread_(t),
        buffer_(buffer),
        buffer_words_(buffer_bytes / 4),
        words_(words),
        position_(words.begin_bit()) {}

  // Window.

  /// Less a line: the position may be in the last byte of the first one. Less what a lane may read
  /// past the bytes that it looks at.
  CODAG_DEVICE std::uint32_t capacity() const {
    return 4 * buffer_words_ - cache_line_bytes - window_spare_bytes;
  }
  CODAG_DEVICE void look(std::uint32_t bytes) {
    // The same in every lane: they pass the barriers together or not at all.
    if (position_ / 8 + bytes + window_spare_bytes < 4 * end_) return;
    // Every lane has read the words that are replaced: lanes do not run in lock-step.
    thread_.sync_warp();
    first_ = line_begin(position_ / 32);
    end_ = first_ + buffer_words_;
    load();
    // The words are there before any lane reads what another has loaded.
    thread_.sync_warp();
  }
  CODAG_DEVICE codag::next_bytes next_bytes() const {
    return {buffer_ + (position_ / 32 - first_), position_ / 8 % 4};
  }
  CODAG_DEVICE std::uint32_t word_at(std::uint32_t index) const { return buffer_[index - first_]; }
  CODAG_DEVICE std::uint32_t bits_at(std::uint32_t bit) const {
    return funnel_shift_right(word_at(bit / 32), word_at(bit / 32 + 1), bit);
  }
  CODAG_DEVICE std::uint32_t end_bit() const { return words_.end_bit(); }

  // Input.

  CODAG_DEVICE std::uint32_t peek_bits(unsigned n) {
    look(4);
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
    return bits_at(position_) & mask;
  }
  CODAG_DEVICE void skip_bits(unsigned n) { position_ += n; }
  CODAG_DEVICE void skip_word() { position_ += 32; }
  CODAG_DEVICE std::uint32_t fetch_bits(unsigned n) {
    const std::uint32_t bits = peek_bits(n);
    skip_bits(n);
    return bits;
  }
  CODAG_DEVICE void align_to_byte() { position_ = (position_ + 7) / 8 * 8; }
  CODAG_DEVICE bool overrun() const { return position_ > end_bit(); }
  CODAG_DEVICE bool at_end() const { return position_ == end_bit(); }

  CODAG_DEVICE codag::look_ahead look_ahead() {
    look(8);
    const std::uint32_t index = position_ / 32;
    const std::uint32_t words[3] = {word_at(index), word_at(index + 1), word_at(index + 2)};
    return {words, position_};
  }
  CODAG_DEVICE void follow(const codag::look_ahead& ahead) { skip_bits(ahead.skipped()); }

  CODAG_DEVICE std::uint32_t position() const { return position_; }
  CODAG_DEVICE void seek(std::uint32_t bit) { position_ = bit; }
  /// From global memory: a symbol may be larger than the window.
  CODAG_DEVICE global_words<Thread> words() const { return {thread_, words_}; }

 private:
  static constexpr std::uint32_t quads_at_once = 4;  // per lane; each takes four registers

  /// Fills the buffer from word first_ on; with 0 where the chunk has no bytes.
  CODAG_DEVICE void load() {
    auto* const quads = reinterpret_cast<word_quad*>(buffer_);
    const std::uint32_t begin = first_ / 4, count = buffer_words_ / 4;
    for (std::uint32_t i = thread_.lane(); i < count; i += quads_at_once * simt::warp_size) {
      // All loads are on their way before the first one is waited for.
      word_quad loaded[quads_at_once];
      for (std::uint32_t k = 0; k < quads_at_once; ++k) {
        const std::uint32_t at = i + k * simt::warp_size;
        loaded[k] = at < count && words_.has_quad(begin + at)
                        ? words_.load_quad(thread_, begin + at)
                        : word_quad{};
      }
      for (std::uint32_t k = 0; k < quads_at_once; ++k)
        if (const std::uint32_t at = i + k * simt::warp_size; at < count) quads[at] = loaded[k];
    }
    // The quads that the chunk has in part: its first and its last one.
    if (words_.first_quad() < begin && words_.last_quad() >= begin + count) return;
    // Their zeros are written before their bytes.
    thread_.sync_warp();
    const std::uint32_t quad = thread_.lane() < 16 ? words_.first_quad() : words_.last_quad();
    const std::uint32_t at = 16 * quad + thread_.lane() % 16;
    // A quad that is first and last is written by the upper lanes alone.
    if (quad >= begin && quad < begin + count && !words_.has_quad(quad) &&
        (thread_.lane() >= 16 || quad != words_.last_quad()))
      reinterpret_cast<std::uint8_t*>(buffer_)[at - 4 * first_] = words_.load_byte(thread_, at);
  }
  const Thread& thread_;
  std::uint32_t* buffer_;
  std::uint32_t buffer_words_;
  compressed_words words_;
  std::uint32_t position_;            // in bits, counted from word 0
  std::uint32_t first_ = 0, end_ = 0;  // the words in the buffer; none at first
};

/// The choice of it as warp_per_chunk's InputBuffer, for a decoder that looks at WindowBytes bytes
/// at once.
template <std::uint32_t WindowBytes>
struct shared_window_input {
  static constexpr const char* name = "shared";
  static constexpr std::uint32_t least_ring_bytes =
      std::bit_ceil(WindowBytes + cache_line_bytes + window_spare_bytes);
  static constexpr std::uint32_t max_ring_bytes = 64 * cache_line_bytes;
  /// Many looks, so that the window moves rarely. With 8 KiB there were too few warps, and with
  /// 2 KiB RLE v1 was 2 % slower in the mean (measured on an H200).
  static constexpr std::uint32_t default_ring_bytes =
      least_ring_bytes < 4096 ? 4096 : least_ring_bytes;
  static_assert(default_ring_bytes <= max_ring_bytes);
  template <class Thread>
  using buffer = shared_window<Thread>;
};

}  // namespace codag
