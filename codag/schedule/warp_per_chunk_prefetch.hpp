// warp_per_chunk_prefetch: CODAG with a second warp per chunk, which only prefetches. This is the
// ablation of CODAG section V-F.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/parts.hpp"
#include "codag/schedule/decoder.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/schedule/team.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"

namespace codag {

/// What the two warps share besides the ring. The ring has two halves: in each turn one is read
/// while the other is filled, and a block barrier ends the turn.
struct prefetch_orders {
  static constexpr std::uint32_t stop = 0xffffffffu;
  /// The first word of the half that the next turn fills, or stop. Indexed by the turn's parity,
  /// because the prefetch warp may still read the entry of the turn before.
  std::uint32_t wanted[2];
};

/// Fills half `half` of the ring with the words from `index` on. Collective over the warp.
template <class Thread>
CODAG_DEVICE void fill_half(const Thread& t, std::uint32_t* ring, std::uint32_t half_words,
                            unsigned half, const compressed_words& input, std::uint32_t index) {
  for (std::uint32_t i = t.lane(); i < half_words; i += simt::warp_size)
    ring[half * half_words + i] = input.load(t, index + i);
}

/// The decoding warp's source (see the concept). Collective over that warp.
template <class Thread>
class prefetched_input {
 public:
  CODAG_DEVICE prefetched_input(const Thread& t, const std::uint32_t* ring,
                                std::uint32_t half_words, prefetch_orders& orders,
                                const compressed_words& input)
      : thread_(t),
        ring_(ring),
        half_words_(half_words),
        orders_(orders),
        input_(input),
        taken_(input.first()),
        coming_(line_begin(taken_)) {
    turn(coming_ + half_words);
  }

  CODAG_DEVICE std::uint32_t next_word() {
    // After a jump, the word may not be in the half that comes next. Then it takes two turns.
    while (taken_ - begin_ >= half_words_)
      turn(taken_ - coming_ < half_words_ ? coming_ + half_words_ : line_begin(taken_));
    return ring_[half_ * half_words_ + (taken_++ - begin_)];
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return input_.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return input_.end_bit(); }
  CODAG_DEVICE void jump(std::uint32_t index) { taken_ = index; }
  CODAG_DEVICE global_words<Thread> words() const { return {thread_, input_}; }

  /// Ends the prefetch warp.
  CODAG_DEVICE void finish() { turn(prefetch_orders::stop); }

 private:
  /// Continues with the half that comes next, and has the prefetch warp fill the other one from
  /// `wanted` on.
  CODAG_DEVICE void turn(std::uint32_t wanted) {
    if (thread_.lane() == 0) orders_.wanted[parity_] = wanted;
    // The half that comes next is whole, and no lane reads the other one any more. Lanes arrive one
    // by one, so this is the diverged barrier.
    thread_.sync_block_diverged();
    half_ = parity_;
    parity_ ^= 1;
    begin_ = coming_;
    coming_ = wanted;
  }

  const Thread& thread_;
  const std::uint32_t* ring_;
  std::uint32_t half_words_;
  prefetch_orders& orders_;
  compressed_words input_;
  std::uint32_t taken_;      // the next word to hand out
  std::uint32_t coming_;     // the first word of the half that is being filled
  std::uint32_t begin_ = 0;  // the first word of the half that is read
  unsigned half_ = 0;        // the half that is read
  unsigned parity_ = 0;      // of the turn
};

/// The same as warp_per_chunk/all_threads/shared, except for who loads the compressed words.
template <device_decoder Decoder>
struct warp_per_chunk_prefetch {
  static constexpr const char* name = "warp_per_chunk_prefetch";
  static constexpr std::array parts{part{"schedule", "warp_per_chunk"},
                                    part{"decoding", "all_threads"}, part{"input_buffer", "shared"},
                                    part{"prefetch_warp", "yes"}};
  static constexpr std::array parameters{
      warps_per_block_parameter(2, 2, 2),
      ring_bytes_parameter(2 * cache_line_bytes, 64 * cache_line_bytes, 2 * cache_line_bytes)};
  static_assert(well_declared(parameters));
  static constexpr unsigned max_threads = 2 * simt::warp_size;
  static constexpr unsigned min_blocks = 20;  // per multiprocessor: 40 warps, as in warp_per_chunk
  static constexpr unsigned prefetch_warp = 1;

  device_column column;
  launch_parameters chosen = standard_launch(parameters);

  /// The kernel with a value for each declared parameter.
  static constexpr warp_per_chunk_prefetch with(const device_column& column,
                                                std::span<const std::uint64_t> values) {
    return {column, launch_parameters_of(parameters, values)};
  }

  /// The launch: one block of two warps per chunk.
  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {column.chunk_count, max_threads,
            static_cast<unsigned>(sizeof(storage)) + chosen.ring_bytes};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
    auto& own = *reinterpret_cast<storage*>(shared);
    auto* ring = reinterpret_cast<std::uint32_t*>(shared + sizeof(storage));
    const std::uint32_t half_words = chosen.ring_bytes / 8;
    chunk c;
    if (!load_chunk_of<Decoder>(t, column, t.block(), c)) {
      // The whole block leaves: every thread read the same entry.
      if (t.thread_index() == 0) t.store(column.statuses + t.block(), status::bad_chunk_table);
      return;
    }
    const compressed_words input(column.in + c.in_offset, c.in_bytes);
    if (t.warp() == prefetch_warp) return prefetch(t, ring, half_words, own.orders, input);
    prefetched_input<Thread> words(t, ring, half_words, own.orders, input);
    input_stream<prefetched_input<Thread>, Decoder::looks_ahead> in(words);
    output_stream<Thread> out(t, column.out + c.out_offset, c.out_bytes);
    static_assert(input_for<decltype(in), Decoder>);
    static_assert(output_for<decltype(out), Decoder>);
    const status result = Decoder::decode(warp_team<Thread>(t), in, out, own.scratch);
    out.finish();
    words.finish();
    if (t.lane() == 0) t.store(column.statuses + t.block(), result);
  }

 private:
  struct alignas(simt::shared_alignment) storage {
    typename Decoder::scratch scratch;
    prefetch_orders orders;
  };

  template <class Thread>
  static CODAG_DEVICE void prefetch(const Thread& t, std::uint32_t* ring, std::uint32_t half_words,
                                    const prefetch_orders& orders, const compressed_words& input) {
    std::uint32_t index = line_begin(input.first());
    for (unsigned parity = 0; index != prefetch_orders::stop; parity ^= 1) {
      fill_half(t, ring, half_words, parity, input, index);
      // The barrier of prefetched_input::turn.
      t.sync_block_diverged();
      index = orders.wanted[parity];
    }
  }
};

}  // namespace codag
