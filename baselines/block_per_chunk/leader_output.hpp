// The output of block_per_chunk's leader thread.
#pragma once

#include <cstdint>

#include "baselines/block_per_chunk/shared_storage.hpp"
#include "codag/annotate.hpp"

namespace codag::baselines {

/// An output (see the concepts) that knows the block's turns: which batch it fills, and when it
/// must wait. Only begin_symbol() and finish() wait for the block. After begin_symbol() there is
/// input and room for a whole symbol, so the other operations check nothing but the chunk's end.
///
/// `Input` is the leader's input; this asks it for its position. `EndTurn` is what the schedule
/// does between two turns, on behalf of the leader.
template <class Element, class Decoder, class Input, class EndTurn>
class leader_output : public batch_of<Element, Decoder>::filler {
  using storage = block_storage<Element, Decoder>;
  using filler = typename batch_of<Element, Decoder>::filler;

 public:
  /// The ring holds the chunk's words from the input's first word on.
  CODAG_DEVICE leader_output(const EndTurn& end_turn, storage& shared, const Input& in,
                             Element* out, std::uint32_t elements)
      : filler(elements),
        end_turn_(end_turn),
        shared_(shared),
        in_(in),
        filled_(in.word() + storage::ring_words) {
    shared.out_end = out + elements;
    shared.batches[0].taken = in.word();
    filler::open(shared.batches[0]);
  }

  // The filler has the other operations.
  CODAG_DEVICE std::uint32_t begin_symbol() {
    // Each turn asks for words that a later turn finds: a dry ring takes several turns.
    if constexpr (Decoder::copies) {
      // Its symbols are small: one look at the ring and the batch is enough for many.
      while (symbols_ == 0 && (symbols_ = symbols_that_fit()) == 0) turn(false);
      --symbols_;
    } else {
      while (!a_symbol_fits()) turn(false);
    }
    return filler::left() * static_cast<std::uint32_t>(sizeof(Element));
  }

  /// Hands over what is left. After it, every thread of the block leaves its loop.
  CODAG_DEVICE void finish() { turn(true); }

 private:
  /// How many words of the ring the input has not passed.
  CODAG_DEVICE std::uint32_t words_ahead() const { return filled_ - in_.word(); }

  CODAG_DEVICE bool a_symbol_fits() const {
    return words_ahead() >= storage::symbol_words && filler::fits_a_symbol();
  }
  /// How many symbols there is input and room for, whatever they are.
  CODAG_DEVICE std::uint32_t symbols_that_fit() const {
    const std::uint32_t with_input = words_ahead() / storage::symbol_words;
    const std::uint32_t with_room = filler::symbols_that_fit();
    return with_input < with_room ? with_input : with_room;
  }

  /// Hands this batch over and continues with the other one, which the block has written.
  CODAG_DEVICE void turn(bool last) {
    auto& full = static_cast<typename storage::batch&>(filler::close());
    full.last = last ? 1 : 0;
    const std::uint32_t taken = in_.word();  // the next symbol begins here or later
    if constexpr (!storage::computes) full.taken = taken;
    filled_ = end_turn_();
    auto& empty = shared_.batches[&full == shared_.batches ? 1 : 0];
    // While a batch is written, the words of its symbols must stay; the words before its first
    // symbol may go. This is set after the turn: until then, the prefetch warp may read the old
    // value.
    if constexpr (storage::computes) empty.taken = taken;
    filler::open(empty);
  }

  const EndTurn& end_turn_;
  storage& shared_;
  const Input& in_;
  std::uint32_t filled_;       // the first word that was not in the ring at the last turn
  std::uint32_t symbols_ = 0;  // how many need no look at the ring and the batch
};

}  // namespace codag::baselines
