// The streams that block_per_chunk's leader thread decodes with.
#pragma once

#include <cstdint>

#include "baselines/block_per_chunk/shared_storage.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::baselines {

/// Writes this thread's share of the batch: a warp a symbol, a lane an element.
template <class Thread, class Element>
CODAG_DEVICE void write_batch(const Thread& t, const block_storage<Element>& shared) {
  const std::uint32_t warps = t.block_threads() / simt::warp_size;
  for (std::uint32_t s = t.warp(); s < shared.symbol_count; s += warps) {
    const symbol sym = shared.symbols[s];
    Element* to = shared.out + sym.position;
    for (std::uint32_t i = t.lane(); i < sym.length; i += simt::warp_size)
      t.store(to + i, sym.literal != 0 ? shared.literals[sym.init + i]
                                       : static_cast<Element>(
                                             sym.init + i * static_cast<std::uint64_t>(sym.delta)));
  }
}

/// The leader's view of the block's turns: the batch it fills and the words it may take. It is both
/// the Source of the leader's input_stream and the leader's output stream.
template <class Thread, class Element>
class leader_streams {
  using storage = block_storage<Element>;
  static constexpr std::uint32_t group_literals =
      128;  // 4 elements a lane: spreads literals over warps

 public:
  CODAG_DEVICE leader_streams(const Thread& t, storage& shared, const compressed_words& input,
                              Element* out, std::uint32_t elements)
      : thread_(t), shared_(shared), input_(input), taken_(input.first()) {
    shared.out = out;
    shared.elements = elements;
    shared.position = shared.group_begin = 0;
  }

  // Source of an input_stream.
  CODAG_DEVICE std::uint32_t next_word() {
    if (taken_ >= filled_) {
      if (taken_ >= input_.end()) {
        ++taken_;
        return 0;
      }
      // The ring is dry: a turn hands over what the prefetch warp has loaded meanwhile, the chunk's
      // first words too. It had room for a word at least, as every word so far was taken before.
      while (taken_ >= filled_) turn(false);
    }
    return shared_.ring[taken_++ % storage::ring_words];
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return input_.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return input_.end_bit(); }

  // Output stream.
  CODAG_DEVICE std::uint32_t room() const {
    return elements_left() * static_cast<std::uint32_t>(sizeof(Element));
  }
  template <class T>
  CODAG_DEVICE bool write_value(T value) {
    static_assert(sizeof(T) == sizeof(Element));
    // One comparison a literal: the group's end is also the chunk's.
    if (literals_ == group_end_ && !open_group()) return false;
    shared_.literals[literals_++] = value;
    return true;
  }
  template <class T>
  CODAG_DEVICE bool write_run(T init, std::uint32_t length, T delta) {
    static_assert(sizeof(T) == sizeof(Element));
    if (length > elements_left()) return false;
    close_group();
    if (symbols_ == storage::max_symbols) turn(false);
    shared_.symbols[symbols_++] = {init, shared_.position, length, static_cast<std::int32_t>(delta),
                                   0};
    shared_.position += length;
    return true;
  }

  /// Hands over what is left; every thread of the block leaves its loop after it.
  CODAG_DEVICE void finish() { turn(true); }

 private:
  CODAG_DEVICE std::uint32_t elements_left() const {
    return shared_.elements - shared_.position - (literals_ - shared_.group_begin);
  }

  /// One turn of the block: publish the batch, all threads write it, begin an empty one.
  CODAG_DEVICE void turn(bool last) {
    close_group();
    shared_.symbol_count = symbols_;
    shared_.last_batch = last ? 1 : 0;
    shared_.taken = taken_;
    // The batch and the prefetched words are complete. The leader comes alone from inside the
    // decoder, its warp's other lanes from their loop: the diverged barrier.
    thread_.sync_block_diverged();
    filled_ = shared_.filled;
    write_batch(thread_, shared_);
    // The batch is written out and may be filled again.
    thread_.sync_block_diverged();
    symbols_ = literals_ = group_end_ = shared_.group_begin = 0;
  }

  /// False if the chunk is full.
  CODAG_DEVICE bool open_group() {
    close_group();
    const std::uint32_t left = shared_.elements - shared_.position;
    if (left == 0) return false;
    if (symbols_ == storage::max_symbols || literals_ == storage::max_literals) turn(false);
    group_end_ = smaller(literals_ + smaller(group_literals, left), storage::max_literals);
    return true;
  }

  /// Its symbol has its place: a group is opened only where one is free.
  CODAG_DEVICE void close_group() {
    const std::uint32_t length = literals_ - shared_.group_begin;
    if (length != 0)
      shared_.symbols[symbols_++] = {shared_.group_begin, shared_.position, length, 0, 1};
    shared_.position += length;
    shared_.group_begin = group_end_ = literals_;
  }

  static CODAG_DEVICE std::uint32_t smaller(std::uint32_t a, std::uint32_t b) {
    return a < b ? a : b;
  }

  const Thread& thread_;
  storage& shared_;
  compressed_words input_;
  std::uint32_t taken_;
  std::uint32_t filled_ = 0;
  std::uint32_t symbols_ = 0;    // in this batch
  std::uint32_t literals_ = 0;   // in this batch
  std::uint32_t group_end_ = 0;  // where the open group of literals must be closed
};

}  // namespace codag::baselines
