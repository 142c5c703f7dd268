// The streams that block_per_chunk's leader thread decodes with.
#pragma once

#include <cstdint>

#include "baselines/block_per_chunk/shared_storage.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"

namespace codag::baselines {

/// The ring, as the words that a computed run is computed from.
template <class Storage>
struct words_in_ring {
  const Storage& shared;
  CODAG_DEVICE std::uint32_t operator()(std::uint32_t index) const {
    return shared.ring[index % Storage::ring_words];
  }
};

/// The leader's view of the block's turns: the batch it fills and the words it may take. It is both
/// the Source of the leader's input_stream and, as its batches' filler, the leader's output stream.
/// Only begin_symbol() and finish() wait for the block: between them there is input and room for a
/// whole symbol, so that no other operation has anything to check but the chunk's own end.
///
/// `EndTurn` is what the schedule does between two turns, on behalf of the leader.
template <class Element, class Decoder, class EndTurn>
class leader_streams : public batch_of<Element, Decoder>::filler {
  using storage = block_storage<Element, Decoder>;
  using batch = typename storage::batch;
  using filler = typename batch_of<Element, Decoder>::filler;

 public:
  /// The ring is full of the chunk's first words.
  CODAG_DEVICE leader_streams(const EndTurn& end_turn, storage& shared,
                              const compressed_words& input, Element* out, std::uint32_t elements)
      : filler(elements),
        end_turn_(end_turn),
        shared_(shared),
        batch_(shared.batches),
        taken_(input.first()),
        filled_(taken_ + storage::ring_words),
        ahead_(shared.ring[taken_ % storage::ring_words]) {
    shared.out_end = out + elements;
    shared.begin_bit = input.begin_bit();
    shared.end_bit = input.end_bit();
    batch_->taken = taken_;
    filler::open(*batch_);
  }

  // Source of an input_stream.
  /// One word is read ahead: a lone thread has nothing else to do while shared memory answers.
  CODAG_DEVICE std::uint32_t next_word() {
    const std::uint32_t word = ahead_;
    ahead_ = shared_.ring[++taken_ % storage::ring_words];
    return word;
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE void jump(std::uint32_t index) {
    taken_ = index;
    ahead_ = shared_.ring[taken_ % storage::ring_words];
  }
  CODAG_DEVICE words_in_ring<storage> words() const { return {shared_}; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return shared_.begin_bit; }
  CODAG_DEVICE std::uint32_t end_bit() const { return shared_.end_bit; }

  // Output stream, with the filler's operations.
  CODAG_DEVICE std::uint32_t begin_symbol() {
    // What a turn tells of the ring is loaded by a later one: a dry ring takes a few.
    if constexpr (Decoder::copies) {
      // Its symbols are small: one look at the ring and the batch is for many.
      while (symbols_ == 0 && (symbols_ = symbols_that_fit()) == 0) turn(false);
      --symbols_;
    } else {
      while (filled_ - taken_ < storage::symbol_words || !filler::fits_a_symbol()) turn(false);
    }
    return filler::left() * static_cast<std::uint32_t>(sizeof(Element));
  }

  /// Hands over what is left; every thread of the block leaves its loop after it.
  CODAG_DEVICE void finish() { turn(true); }

 private:
  /// Symbols for which there is input and room, whatever they are.
  CODAG_DEVICE std::uint32_t symbols_that_fit() const {
    const std::uint32_t with_input = (filled_ - taken_) / storage::symbol_words;
    const std::uint32_t with_room = filler::symbols_that_fit();
    return with_input < with_room ? with_input : with_room;
  }

  /// Hands this batch over and goes on with the other, which the block has written.
  CODAG_DEVICE void turn(bool last) {
    filler::close();
    batch_->last = last ? 1 : 0;
    const std::uint32_t taken = taken_ - input_words_ahead;  // the next symbol begins here or later
    if constexpr (!storage::computes) batch_->taken = taken;
    filled_ = end_turn_();
    batch_ = shared_.batches + (batch_ == shared_.batches ? 1 : 0);
    // While a batch is written, its symbols' words must stay: those before its first may go. Set
    // after the turn: until then, the prefetch warp may read the old one.
    if constexpr (storage::computes) batch_->taken = taken;
    filler::open(*batch_);
  }

  const EndTurn& end_turn_;
  storage& shared_;
  batch* batch_;               // the one that is being filled
  std::uint32_t taken_;        // words handed out
  std::uint32_t filled_;       // words that the ring had at the last turn
  std::uint32_t ahead_;        // the word after those
  std::uint32_t symbols_ = 0;  // that need no look at the ring and the batch
};

}  // namespace codag::baselines
