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
/// the Source of the leader's input_stream and the leader's output stream. Only begin_symbol() and
/// finish() wait for the block: between them there is input and room for a whole symbol, so that no
/// other operation has anything to check but the chunk's own end.
///
/// `EndTurn` is what the schedule does between two turns, on behalf of the leader.
template <class Element, class Decoder, class EndTurn>
class leader_streams {
  using storage = block_storage<Element, Decoder>;
  using batch = write_batch<Element, Decoder>;
  using unit = write_unit<Element>;

 public:
  /// The ring is full of the chunk's first words.
  CODAG_DEVICE leader_streams(const EndTurn& end_turn, storage& shared,
                              const compressed_words& input, Element* out, std::uint32_t elements)
      : end_turn_(end_turn),
        shared_(shared),
        batch_(shared.batches),
        taken_(input.first()),
        filled_(taken_ + storage::ring_words),
        ahead_(shared.ring[taken_ % storage::ring_words]),
        left_(elements) {
    shared.out_end = out + elements;
    shared.elements = elements;
    shared.begin_bit = input.begin_bit();
    shared.end_bit = input.end_bit();
    batch_->taken = taken_;
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

  // Output stream.
  CODAG_DEVICE std::uint32_t begin_symbol() {
    // What a turn tells of the ring is loaded by a later one: a dry ring takes a few.
    while (filled_ - taken_ < storage::symbol_words ||
           units_ > batch::max_units - Decoder::max_symbol_units ||
           literals_ > batch::max_literals - batch::symbol_literals)
      turn(false);
    return left_ * static_cast<std::uint32_t>(sizeof(Element));
  }
  template <class T>
  CODAG_DEVICE bool write_run(T init, std::uint32_t length, T delta) {
    static_assert(sizeof(T) == sizeof(Element));
    return add_unit({init, delta, left_, length});
  }
  /// The warp that writes it reads the ring: no word of the symbol is replaced before.
  template <class T, class Run, class Words>
  CODAG_DEVICE bool write_computed(const Run& run, std::uint32_t length, const Words& /*words*/) {
    static_assert(sizeof(T) == sizeof(Element));
    if (!add_unit({0, 0, left_, length | unit::computed})) return false;
    batch_->runs.at[units_ - 1] = run;
    return true;
  }
  CODAG_DEVICE bool memcpy(std::uint32_t offset, std::uint32_t length) {
    static_assert(sizeof(Element) == 1 && Decoder::copies);
    if (offset == 0 || offset > shared_.elements - left_ || length > left_) return false;
    close_literals();
    return add_unit({offset, 0, left_, length | unit::copy});
  }
  CODAG_DEVICE bool begin_literals(std::uint32_t count) {
    if constexpr (Decoder::copies) {  // one at a time: what comes until the next copy is one unit
      if (count > left_) return false;
      left_ -= count;
      return true;
    }
    return add_unit({literals_, 0, left_, count | unit::literal});
  }
  template <class T>
  CODAG_DEVICE void write_value(T value) {
    static_assert(sizeof(T) == sizeof(Element));
    batch_->literals[literals_++] = value;
  }
  /// Without a branch: each value is stored, and the next one over it if it does not count.
  template <class T>
  CODAG_DEVICE void write_values(const T (&values)[4], std::uint32_t which) {
    static_assert(sizeof(T) == sizeof(Element));
    for (unsigned k = 0; k < 4; ++k) {
      batch_->literals[literals_] = values[k];
      literals_ += which >> (8 * k + 7) & 1;
    }
  }

  /// Hands over what is left; every thread of the block leaves its loop after it.
  CODAG_DEVICE void finish() { turn(true); }

 private:
  /// Hands this batch over and goes on with the other, which the block has written.
  CODAG_DEVICE void turn(bool last) {
    if constexpr (Decoder::copies) close_literals();
    batch* const other = shared_.batches + (batch_ == shared_.batches ? 1 : 0);
    batch_->unit_count = units_;
    batch_->last = last ? 1 : 0;
    const std::uint32_t taken = taken_ - input_words_ahead;  // the next symbol begins here or later
    if constexpr (!storage::computes) batch_->taken = taken;
    filled_ = end_turn_();
    batch_ = other;
    // While a batch is written, its symbols' words must stay: those before its first may go. Set
    // after the turn: until then, the prefetch warp may read the old one.
    if constexpr (storage::computes) batch_->taken = taken;
    units_ = literals_ = closed_ = 0;
  }

  /// Makes a unit of the literals since the last one; begin_symbol() keeps a place for it.
  CODAG_DEVICE void close_literals() {
    const std::uint32_t length = literals_ - closed_;
    if (length == 0) return;
    batch_->units[units_++] = {closed_, 0, left_ + length, length | unit::literal};
    closed_ = literals_;
  }

  /// False, and nothing is added, if the unit would pass the chunk's end: no writer checks again.
  CODAG_DEVICE bool add_unit(const unit& added) {
    const std::uint32_t length = added.length & ~unit::flags;
    if (length > left_) return false;
    batch_->units[units_++] = added;
    left_ -= length;
    return true;
  }

  const EndTurn& end_turn_;
  storage& shared_;
  batch* batch_;                // the one that is being filled
  std::uint32_t taken_;         // words handed out
  std::uint32_t filled_;        // words that the ring had at the last turn
  std::uint32_t ahead_;         // the word after those
  std::uint32_t left_;          // elements that the chunk has room for
  std::uint32_t units_ = 0;     // in this batch
  std::uint32_t literals_ = 0;  // in this batch
  std::uint32_t closed_ = 0;    // of them, those that have a unit; where the codec copies
};

}  // namespace codag::baselines
