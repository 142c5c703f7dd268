// How a column is cut into segments, and how they are encoded.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/vle/vle.hpp"

namespace codag::vle {

/// Where segments are written: at their place in the stream, or each into a slot of its own, and
/// moved later, by a block per segment or by a thread per segment (PAVLE).
enum class segment_placement : std::uint8_t { in_place, compacted, compacted_by_threads };

/// What a launch of segment_kernel or merge_kernel chooses.
struct segment_choice {
  std::uint32_t words_per_thread;  ///< NET, up to most_words
  std::uint32_t threads;           ///< B, per block
  bool persistent;                 ///< as many blocks as are resident; else one per segment
  bool buffered;                   ///< through shared memory; else directly to global memory
  segment_placement placement;
  bool atomics_per_warp = false;  ///< else two per thread (section III-E)
  std::uint32_t most_blocks = 0;  ///< at a time; 0: as many as the GPU holds

  static constexpr std::uint32_t most_words = 32;
  static constexpr unsigned max_threads = 1024;

  [[nodiscard]] CODAG_HOST_DEVICE constexpr bool in_place() const {
    return placement == segment_placement::in_place;
  }
  [[nodiscard]] CODAG_HOST_DEVICE constexpr std::uint32_t segment_bytes() const {
    return threads * words_per_thread * word_bytes;
  }
  [[nodiscard]] constexpr std::uint32_t segments_of(std::uint64_t bytes) const {
    // A column without values has one segment, too, which writes the header.
    return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes - 1) / segment_bytes() + 1);
  }
  /// The size of the buffer in shared memory: 8 bits per symbol, and a first word that begins
  /// in another segment, within the 99 KiB that GPUs have since Ampere. What does not fit takes
  /// another round.
  [[nodiscard]] CODAG_HOST_DEVICE constexpr std::uint32_t buffer_words() const {
    constexpr std::uint32_t most = 24 * 1024;
    if (!buffered) return 0;
    const std::uint32_t words = threads * words_per_thread + 1;
    return words < most ? words : most;
  }
};

}  // namespace codag::vle
