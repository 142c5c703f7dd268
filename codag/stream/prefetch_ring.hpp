// prefetch_ring: lines of a chunk in shared memory. One warp fills it ahead of another, which
// reads.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// How far the two warps are, in lines of the chunk. Each number only grows, and one warp writes
/// it.
struct prefetch_progress {
  static constexpr std::uint32_t no_line = 1u << 31;  ///< what the reader wants in the end

  std::uint32_t filled;  ///< the prefetch warp has filled or skipped all lines before this one
  std::uint32_t wanted;  ///< the reader has left all lines before this one
};

/// Where both warps find the ring. The prefetch warp fills every line that has room, also after the
/// chunk's end, until the reader wants no more. It skips lines that the reader has left before.
struct prefetch_ring {
  std::uint32_t* words;
  std::uint32_t word_count;  ///< a power of two, at least a line
  prefetch_progress& progress;

  /// The ring's place of word `index` of the chunk.
  [[nodiscard]] CODAG_DEVICE std::uint32_t& word(std::uint32_t index) const {
    return words[index & (word_count - 1)];
  }
  /// The first line that has no room while `wanted` is wanted.
  [[nodiscard]] CODAG_DEVICE std::uint32_t room_end(std::uint32_t wanted) const {
    return wanted + word_count / words_per_line;
  }
};

/// What the prefetch warp does. Collective over that warp.
template <class Thread>
class ring_filler {
 public:
  CODAG_DEVICE ring_filler(const Thread& t, const prefetch_ring& ring,
                           const compressed_words& input)
      : thread_(t), ring_(ring), input_(input) {}

  /// Runs ahead of the reader until that wants no line any more.
  CODAG_DEVICE void run() {
    while (next_ < prefetch_progress::no_line) {
      const std::uint32_t mine = next_ * words_per_line + thread_.lane();
      std::uint32_t coming[ahead];
      CODAG_UNROLL
      for (std::uint32_t k = 0; k < ahead; ++k)
        coming[k] = input_.load(thread_, mine + k * words_per_line);
      put_lines(coming);
    }
  }

 private:
  /// The lines that are loaded together, before they have room. They come while the warp waits for
  /// room: it has nothing else to hide their latency. And none is on its way while a line is
  /// published, because a release waits for the loads before it.
  static constexpr std::uint32_t ahead = 4;

  /// Puts the next lines, each as soon as it has room. Ends early if the reader has jumped.
  CODAG_DEVICE void put_lines(const std::uint32_t (&coming)[ahead]) {
    CODAG_UNROLL
    for (const std::uint32_t word : coming) {
      const std::uint32_t wanted = wait_for_room();
      if (next_ < wanted) {
        next_ = wanted;
        return;
      }
      ring_.word(next_ * words_per_line + thread_.lane()) = word;
      ++next_;
      // All lanes have put their words before lane 0 releases them.
      thread_.sync_warp();
      // Release: who sees this number sees the words of the lines before it.
      if (thread_.lane() == 0) thread_.store_release_in_block(&ring_.progress.filled, next_);
    }
  }

  /// Waits until the next line has room. Returns the line that is wanted, which is a later one if
  /// the reader has jumped.
  CODAG_DEVICE std::uint32_t wait_for_room() const {
    std::uint32_t wanted = 0;
    // Acquire: the reads of the lines that the reader has left come before what is put there.
    if (thread_.lane() == 0)
      wanted = thread_.poll_in_block(&ring_.progress.wanted, [this](std::uint32_t now) {
        return next_ < ring_.room_end(now);
      });
    wanted = thread_.shuffle(wanted, 0);
    // The barrier passes on to all lanes what lane 0 has acquired; a shuffle orders nothing.
    thread_.sync_warp();
    return wanted;
  }

  const Thread& thread_;
  prefetch_ring ring_;
  compressed_words input_;
  std::uint32_t next_ = 0;  // the line that is put next
};

}  // namespace codag
