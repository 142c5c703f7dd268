// What the kernels of a vle encoder leave for each other in global memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/vle/codebook.hpp"
#include "codag/codec/vle/vle.hpp"

namespace codag::vle {

/// The code that the encoding kernels are given, and how it was found.
struct given_code {
  std::uint32_t counts[symbols];
  codebook book;
  std::uint64_t code_bits;  ///< of the whole stream
  std::uint32_t longest;    ///< codeword
  std::uint32_t tickets;    ///< segments that blocks have taken
};

/// What a segment says about itself, in one word, so that a reader gets all of it: where it ends in
/// the stream, or only how many bits it has. 0: nothing yet.
struct position_word {
  static constexpr std::uint64_t known = std::uint64_t{1} << 63;    ///< `bits`: where it ends
  static constexpr std::uint64_t partial = std::uint64_t{1} << 62;  ///< `bits`: its own size
  /// A symbol of the segment has no codeword, or one of a segment before it.
  static constexpr std::uint64_t missing = std::uint64_t{1} << 61;
  static constexpr std::uint64_t bits = missing - 1;

  /// The word of a segment of `size` bits that follows the one with the word `before`; 0 for the
  /// first segment.
  static CODAG_HOST_DEVICE constexpr std::uint64_t end_after(std::uint64_t before,
                                                             std::uint64_t size, bool lacks) {
    return ((before & bits) + size) | (before & missing) | (lacks ? missing : 0) | known;
  }
};

/// The encoders cut the values into segments. Each segment has a position, and an edge or a slot
/// where the encoder uses one.
struct workspace {
  static constexpr std::uint64_t alignment = 64;

  std::byte* memory;
  std::uint32_t segments;
  std::uint64_t slot_words;  ///< 0: no slots

  [[nodiscard]] CODAG_HOST_DEVICE given_code* code() const {
    return reinterpret_cast<given_code*>(memory);
  }
  [[nodiscard]] CODAG_HOST_DEVICE std::uint64_t* positions() const {
    return reinterpret_cast<std::uint64_t*>(memory + positions_begin());
  }
  /// The word of the stream in which a segment begins, if the one before it ends there, too
  /// (edge_words.hpp).
  [[nodiscard]] CODAG_HOST_DEVICE std::uint64_t* edges() const { return positions() + segments; }
  /// Room for the codewords of a segment, if every symbol takes max_code_bits.
  [[nodiscard]] CODAG_HOST_DEVICE std::uint32_t* slot(std::uint32_t segment) const {
    return reinterpret_cast<std::uint32_t*>(memory + slots_begin(segments)) + segment * slot_words;
  }

  static CODAG_HOST_DEVICE constexpr std::uint64_t positions_begin() {
    return (sizeof(given_code) + alignment - 1) / alignment * alignment;
  }
  static CODAG_HOST_DEVICE constexpr std::uint64_t slots_begin(std::uint64_t segments) {
    const std::uint64_t end = positions_begin() + 2 * segments * sizeof(std::uint64_t);
    return (end + alignment - 1) / alignment * alignment;
  }
  static constexpr std::uint64_t bytes(std::uint64_t segments, std::uint64_t slot_words) {
    return slots_begin(segments) + segments * slot_words * word_bytes;
  }
};

/// Says how many bits the segment has, as soon as that is known. Relaxed: the word holds all that
/// it says.
template <class Thread>
CODAG_DEVICE void publish_size(const Thread& t, const workspace& work, std::uint32_t segment,
                               std::uint32_t bits, bool missing) {
  t.store_relaxed(work.positions() + segment,
                  bits | position_word::partial | (missing ? position_word::missing : 0));
}

}  // namespace codag::vle
