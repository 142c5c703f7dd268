// How block_per_chunk's leader thread reads the ring through an input_stream.
#pragma once

#include <cstdint>

#include "baselines/block_per_chunk/shared_storage.hpp"
#include "codag/annotate.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::baselines {

/// The words of the ring, by their index in the chunk.
template <class Storage>
struct words_in_ring {
  const Storage& shared;
  CODAG_DEVICE std::uint32_t operator()(std::uint32_t index) const {
    return shared.ring[index % Storage::ring_words];
  }
};

/// The source (see the concept) of the leader's input_stream. It loads a word into a register
/// before it is asked for, because a lone thread has nothing else to do while shared memory
/// answers.
template <class Storage>
class ring_source {
 public:
  /// The ring holds the chunk's first words.
  CODAG_DEVICE ring_source(Storage& shared, const compressed_words& input)
      : shared_(shared), taken_(input.first()), ahead_(words()(taken_)) {
    shared.begin_bit = input.begin_bit();
    shared.end_bit = input.end_bit();
  }

  CODAG_DEVICE std::uint32_t next_word() {
    const std::uint32_t word = ahead_;
    ahead_ = words()(++taken_);
    return word;
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE void jump(std::uint32_t index) {
    taken_ = index;
    ahead_ = words()(taken_);
  }
  CODAG_DEVICE words_in_ring<Storage> words() const { return {shared_}; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return shared_.begin_bit; }
  CODAG_DEVICE std::uint32_t end_bit() const { return shared_.end_bit; }

 private:
  const Storage& shared_;
  std::uint32_t taken_;  // the next word to hand out
  std::uint32_t ahead_;  // that word
};

}  // namespace codag::baselines
