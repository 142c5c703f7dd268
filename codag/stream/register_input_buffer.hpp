// The `registers` input buffer: two 32-bit registers per lane hold two cache lines, a double buffer
// (CODAG section IV-E, "Using Registers").
#pragma once

#include <cstdint>

#include "codag/stream/compressed_words.hpp"

namespace codag {

/// A source (see the concept) that uses no shared memory. Collective over a warp: every lane makes
/// the same calls, or lane 0 makes them alone and the others help it.
template <class Thread>
class register_input_buffer {
 public:
  CODAG_DEVICE register_input_buffer(const Thread& t, std::uint32_t* /*ring*/,
                                     std::uint32_t /*ring_bytes*/, const compressed_words& input)
      : thread_(t), input_(input), taken_(input.first()) {
    line_ = line_begin(taken_);
    current_ = load(line_);
    next_ = load(line_ + words_per_line);
  }

  /// The lane that holds the word broadcasts it.
  CODAG_DEVICE std::uint32_t next_word() {
    if (wants_line()) load_line(line_begin(taken_));
    return thread_.shuffle(current_, taken_++ % words_per_line);
  }
  /// next_word() for lane 0 alone: `warp.load_line(index)` makes every lane call load_line(index),
  /// and `warp.word_of(lane)` gives that lane's word().
  template <class Warp>
  CODAG_DEVICE std::uint32_t next_word_alone(Warp& warp) {
    if (wants_line()) warp.load_line(line_begin(taken_));
    const std::uint32_t holder = taken_++ % words_per_line;
    return holder == 0 ? current_ : warp.word_of(holder);
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return input_.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return input_.end_bit(); }
  CODAG_DEVICE void jump(std::uint32_t index) { taken_ = index; }
  CODAG_DEVICE global_words<Thread> words() const { return {thread_, input_}; }
  CODAG_DEVICE const compressed_words& input() const { return input_; }

  /// Continues with the line that begins with word `index`, and loads the line after it.
  CODAG_DEVICE void load_line(std::uint32_t index) {
    current_ = index == line_ + words_per_line ? next_ : load(index);
    next_ = load(index + words_per_line);
    line_ = index;
  }
  /// This lane's word of the line.
  CODAG_DEVICE std::uint32_t word() const { return current_; }

 private:
  CODAG_DEVICE bool wants_line() const { return taken_ - line_ >= words_per_line; }
  CODAG_DEVICE std::uint32_t load(std::uint32_t line) const {
    return input_.load(thread_, line + thread_.lane());
  }

  const Thread& thread_;
  compressed_words input_;
  std::uint32_t taken_;           // the next word to hand out
  std::uint32_t line_;            // the word that lane 0 has in current_
  std::uint32_t current_, next_;  // this lane's words of two consecutive lines
};

/// Chooses it as warp_per_chunk's InputBuffer.
struct register_input {
  static constexpr const char* name = "registers";
  static constexpr std::uint32_t least_ring_bytes = 0, default_ring_bytes = 0, max_ring_bytes = 0;
  static constexpr std::uint32_t fixed_bytes = 0;
  template <class Thread>
  using buffer = register_input_buffer<Thread>;
};

}  // namespace codag
