// shared_window: some consecutive bytes of a chunk in shared memory, which all lanes of a warp
// read.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/look_ahead.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag {

/// The bytes that a lane may read before the position, and past what it looks at.
inline constexpr std::uint32_t window_spare_bytes = 16;
/// What a decoder or walker may look at together.
inline constexpr std::uint32_t most_window_bytes = 1024 - window_spare_bytes;
/// The bytes of half a window, by which it moves: the smaller of two sizes that holds what the
/// decoder looks at together. The bytes that are loading take registers, which a decoder of wide
/// elements needs itself.
constexpr std::uint32_t window_half_bytes(std::uint32_t window_bytes) {
  return window_bytes + window_spare_bytes <= 512 ? 512 : 1024;
}

/// A window (see the concept): two halves of HalfBytes bytes each, in the order of the chunk. A
/// lane's address needs no wrapping, as it would in a ring. When the position has left the first
/// half, the second one takes its place, and the half that follows in the chunk becomes the second.
/// That one has been loading since the last such move: each lane holds some of its quads in
/// registers, so that the warp seldom waits for memory.
///
/// As an input it looks at the next few bytes before it reads them.
template <class Thread, std::uint32_t HalfBytes>
class shared_window {
 public:
  static constexpr std::uint32_t half_bytes = HalfBytes;
  static constexpr std::uint32_t buffer_bytes = window_spare_bytes + 2 * half_bytes;

  /// `buffer` has buffer_bytes bytes, and is aligned to 16. Collective.
  CODAG_DEVICE shared_window(const Thread& t, std::uint32_t* buffer, std::uint32_t /*ring_bytes*/,
                             const compressed_words& words)
      : thread_(t),
        quads_(reinterpret_cast<word_quad*>(buffer) + window_spare_bytes / quad_bytes),
        words_(words) {
    begin_at(words.begin_bit());
  }

  // Window.

  /// The position may be in the first half's last byte.
  static CODAG_DEVICE constexpr std::uint32_t capacity() { return half_bytes - window_spare_bytes; }
  CODAG_DEVICE void look(std::uint32_t /*bytes*/) {
    // The same in every lane: they pass the barriers together or not at all.
    if (at_ < 8 * half_bytes) return;
    // Every lane has read the bytes that are replaced: lanes do not run in lock-step.
    thread_.sync_warp();
    if (at_ < 8 * 2 * half_bytes) {
      move();
    } else {
      begin_at(position());
    }
  }
  CODAG_DEVICE codag::next_bytes next_bytes() const { return {quads_->words, at_ / 8}; }
  CODAG_DEVICE void resume(const shared_window& copy) {
    at_ = copy.at_;
    end_at_ = copy.end_at_;
    first_byte_ = copy.first_byte_;
    for (unsigned k = 0; k < quads_per_lane; ++k) coming_[k] = copy.coming_[k];
  }
  CODAG_DEVICE std::uint32_t word_at(std::uint32_t index) const {
    return quads_->words[index - first_byte_ / 4];
  }
  CODAG_DEVICE std::uint32_t bits_at(std::uint32_t bit) const {
    return funnel_shift_right(word_at(bit / 32), word_at(bit / 32 + 1), bit);
  }
  CODAG_DEVICE std::uint32_t end_bit() const { return words_.end_bit(); }
  CODAG_DEVICE std::uint32_t bytes_left() const {
    const std::int32_t bits = end_at_ - static_cast<std::int32_t>(at_);
    return bits < 0 ? 0 : static_cast<std::uint32_t>(bits) / 8;
  }
  CODAG_DEVICE bool has(std::uint32_t bytes) const {
    return static_cast<std::int32_t>(at_ + 8 * bytes) <= end_at_;
  }

  // Input.

  CODAG_DEVICE std::uint32_t peek_bits(unsigned n) {
    look(4);
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
    return bits_at(position()) & mask;
  }
  CODAG_DEVICE void skip_bits(unsigned n) { at_ += n; }
  CODAG_DEVICE void skip_word() { at_ += 32; }
  CODAG_DEVICE std::uint32_t fetch_bits(unsigned n) {
    const std::uint32_t bits = peek_bits(n);
    skip_bits(n);
    return bits;
  }
  CODAG_DEVICE void align_to_byte() { at_ = (at_ + 7) / 8 * 8; }
  CODAG_DEVICE bool overrun() const { return !has(0); }
  CODAG_DEVICE bool at_end() const { return static_cast<std::int32_t>(at_) == end_at_; }

  CODAG_DEVICE codag::look_ahead look_ahead() {
    look(8);
    const std::uint32_t index = position() / 32;
    const std::uint32_t words[3] = {word_at(index), word_at(index + 1), word_at(index + 2)};
    return {words, position()};
  }
  CODAG_DEVICE void follow(const codag::look_ahead& ahead) { skip_bits(ahead.skipped()); }

  CODAG_DEVICE std::uint32_t position() const { return 8 * first_byte_ + at_; }
  CODAG_DEVICE void seek(std::uint32_t bit) { at_ = bit - 8 * first_byte_; }
  /// From global memory: a symbol may be larger than the window.
  CODAG_DEVICE global_words<Thread> words() const { return {thread_, words_}; }

 private:
  static constexpr std::uint32_t quad_bytes = sizeof(word_quad);
  static constexpr std::uint32_t half_quads = half_bytes / quad_bytes;
  static constexpr std::uint32_t quads_per_lane = half_quads / simt::warp_size;

  /// Fills both halves from the line of this bit on.
  CODAG_DEVICE void begin_at(std::uint32_t bit) {
    first_byte_ = bit / 8 / cache_line_bytes * cache_line_bytes;
    at_ = bit - 8 * first_byte_;
    end_at_ = static_cast<std::int32_t>(end_bit() - 8 * first_byte_);
    word_quad loaded[quads_per_lane];
    load(0, loaded);
    load(half_quads, coming_);
    for (unsigned k = 0; k < quads_per_lane; ++k) own(0, k) = loaded[k];
    end_move(0);
  }
  /// Moves on by one half.
  CODAG_DEVICE void move() {
    first_byte_ += half_bytes;
    at_ -= 8 * half_bytes;
    end_at_ -= 8 * half_bytes;
    for (unsigned k = 0; k < quads_per_lane; ++k) own(0, k) = own(half_quads, k);
    end_move(half_quads);
  }
  /// Stores this lane's quads of the second half, and starts to load those of the half that
  /// follows. The quads from `changed` on are new.
  CODAG_DEVICE void end_move(std::uint32_t changed) {
    for (unsigned k = 0; k < quads_per_lane; ++k) own(half_quads, k) = coming_[k];
    add_partial_quads(changed);
    load(2 * half_quads, coming_);
    // The bytes are there before any lane reads what another has loaded.
    thread_.sync_warp();
  }

  /// This lane's k-th quad of the half that begins with quad `begin`.
  CODAG_DEVICE word_quad& own(std::uint32_t begin, unsigned k) const {
    return quads_[begin + k * simt::warp_size + thread_.lane()];
  }
  /// Loads this lane's quads of the half that begins with quad `begin`. Quads that are not wholly
  /// in the chunk are 0.
  CODAG_DEVICE void load(std::uint32_t begin, word_quad (&loaded)[quads_per_lane]) const {
    const std::uint32_t first = first_byte_ / quad_bytes + begin + thread_.lane();
    for (unsigned k = 0; k < quads_per_lane; ++k) {
      const std::uint32_t q = first + k * simt::warp_size;
      loaded[k] = words_.has_quad(q) ? words_.load_quad(thread_, q) : word_quad{};
    }
  }
  /// Adds the bytes of the quads that are only partly in the chunk: its first and its last one.
  CODAG_DEVICE void add_partial_quads(std::uint32_t changed) const {
    const std::uint32_t first = first_byte_ / quad_bytes;
    const auto is_new = [&](std::uint32_t q) {
      return q - (first + changed) < 2 * half_quads - changed;
    };
    if (!is_new(words_.first_quad()) && !is_new(words_.last_quad())) return;
    // Their zeros are written before their bytes.
    thread_.sync_warp();
    const std::uint32_t quad = thread_.lane() < 16 ? words_.first_quad() : words_.last_quad();
    // If one quad is the first and the last, the upper lanes write it.
    if (!is_new(quad) || words_.has_quad(quad) ||
        (thread_.lane() < 16 && quad == words_.last_quad()))
      return;
    const std::uint32_t at = quad_bytes * quad + thread_.lane() % 16;
    reinterpret_cast<std::uint8_t*>(quads_)[at - first_byte_] = words_.load_byte(thread_, at);
  }

  const Thread& thread_;
  word_quad* quads_;
  compressed_words words_;
  std::uint32_t at_;     // the position, in bits from the buffer's first
  std::int32_t end_at_;  // the chunk's end, counted in the same way; negative before the buffer
  std::uint32_t first_byte_;            // the chunk's byte that the buffer begins with
  word_quad coming_[quads_per_lane]{};  // this lane's quads of the half after the buffer
};

/// Chooses shared_window as warp_per_chunk's InputBuffer, for a decoder that looks at WindowBytes
/// bytes at once.
template <std::uint32_t WindowBytes>
struct shared_window_input {
  static constexpr const char* name = "shared";
  /// There is no ring whose size could be chosen.
  static constexpr std::uint32_t least_ring_bytes = 0, default_ring_bytes = 0, max_ring_bytes = 0;
  static_assert(WindowBytes <= most_window_bytes, "it sees all of a look");
  template <class Thread>
  using buffer = shared_window<Thread, window_half_bytes(WindowBytes)>;
  static constexpr std::uint32_t fixed_bytes =
      window_spare_bytes + 2 * window_half_bytes(WindowBytes);
};

}  // namespace codag
