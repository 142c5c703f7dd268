// block_per_chunk: the architecture of RAPIDS. Each block decompresses one chunk.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "baselines/block_per_chunk/leader_output.hpp"
#include "baselines/block_per_chunk/ring_input_stream.hpp"
#include "baselines/block_per_chunk/ring_source.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/decoder.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/schedule/team.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"

namespace codag::baselines {

/// CODAG sections II-C and III. One leader thread decodes into a batch, a prefetch warp keeps a
/// ring of compressed words filled, and the other warps write the batch of the turn before. If the
/// codec copies, a single warp writes the batch, in order. A block barrier ends each turn. RLE has
/// 1024 threads, Deflate 128 (section V-F).
///
/// Without `Prefetch` there is no prefetch warp: between two turns the leader waits until all
/// threads have filled the ring.
///
/// `Decoder` is a codec's device decoder.
template <device_decoder Decoder, bool Prefetch = true>
struct block_per_chunk {
  static constexpr const char* name = Prefetch ? "block_per_chunk" : "block_per_chunk_no_prefetch";
  static constexpr std::array parts{
      part{"schedule", "block_per_chunk"}, part{"decoding", "single_thread"},
      part{"input_buffer", "shared"}, part{"prefetch_warp", Prefetch ? "yes" : "no"}};
  static constexpr unsigned max_threads = 1024;
  // Per multiprocessor: as many as it holds threads for. With 128 threads instead of 1024, it holds
  // 16 blocks.
  static constexpr unsigned min_blocks = 2;
  static constexpr unsigned leader_warp = 0;
  static constexpr unsigned prefetch_warp = 1;
  static constexpr unsigned first_writing_warp = Prefetch ? 2 : 1;

  using element = typename Decoder::element;
  using shared_storage = block_storage<element, Decoder>;

  // Copies are written in order: one warp does that as well as many.
  static constexpr std::array parameters{warps_per_block_parameter(
      first_writing_warp + 1, max_threads / simt::warp_size, Decoder::copies ? 4 : 32)};
  static_assert(well_declared(parameters));

  device_column column;
  launch_parameters chosen = standard_launch(parameters);

  /// The kernel with a value for each declared parameter.
  static constexpr block_per_chunk with(const device_column& column,
                                        std::span<const std::uint64_t> values) {
    return {column, launch_parameters_of(parameters, values)};
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {column.chunk_count, chosen.warps_per_block * simt::warp_size};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    chunk c;
    const bool usable =
        load_chunk_of<Decoder>(t, column, t.block(), c) && c.out_offset % sizeof(element) == 0;
    if (!usable) {  // the whole block leaves: every thread read the same entry
      if (t.thread_index() == 0) t.store(column.statuses + t.block(), status::bad_chunk_table);
      return;
    }
    const compressed_words input(column.in + c.in_offset, c.in_bytes);
    // Before the threads take their roles, the whole block fills the ring.
    const std::uint32_t filled = input.first() + shared_storage::ring_words;
    fill_ring(t, shared, input, input.first() + t.thread_index(), filled, t.block_threads());
    if (t.thread_index() == 0) shared.filled[0] = filled;
    // The ring is full before the leader reads it.
    t.sync_block();
    if (t.thread_index() == leader_warp * simt::warp_size) {
      lead(t, shared, input, c);
    } else {
      follow(t, shared, input, filled, c);
    }
  }

 private:
  template <class Thread>
  CODAG_DEVICE void lead(const Thread& t, shared_storage& shared, const compressed_words& input,
                         const chunk& c) const {
    unsigned parity = 0;  // of the turn
    const auto end_turn = [&] {
      // The leader's batch is whole, the batch before it is written, and the prefetch warp's words
      // are in the ring. The leader arrives alone, from inside the decoder, and its warp's other
      // lanes from their loop: so this is the diverged barrier.
      t.sync_block_diverged();
      // Without a prefetch warp: the other threads have filled the ring.
      if constexpr (!Prefetch) t.sync_block_diverged();
      parity ^= 1;
      return shared.filled[parity ^ 1];
    };
    const auto decode = [&](auto& in) {
      auto* const values = reinterpret_cast<element*>(column.out + c.out_offset);
      leader_output<element, Decoder, std::remove_reference_t<decltype(in)>, decltype(end_turn)>
          out(end_turn, shared, in, values,
              c.out_bytes / static_cast<std::uint32_t>(sizeof(element)));
      static_assert(input_for<std::remove_reference_t<decltype(in)>, Decoder>);
      static_assert(output_for<decltype(out), Decoder>);
      const status result = Decoder::decode(lone_thread{}, in, out, shared.scratch);
      out.finish();
      t.store(column.statuses + t.block(), result);
    };
    if constexpr (Decoder::looks_ahead) {
      ring_input_stream in(shared, input);
      decode(in);
    } else {
      ring_source words(shared, input);
      input_stream in(words);
      decode(in);
    }
  }

  /// What every thread except the leader does, turn by turn.
  template <class Thread>
  CODAG_DEVICE void follow(const Thread& t, shared_storage& shared, const compressed_words& input,
                           std::uint32_t filled, const chunk& c) const {
    std::byte* const out = column.out + c.out_offset;
    unsigned parity = 0;
    for (bool last = false; !last; parity ^= 1) {
      // The barrier of end_turn, as is the next one.
      t.sync_block_diverged();
      const auto& batch = shared.batches[parity];
      last = batch.last != 0;
      const std::uint32_t wanted = batch.taken + shared_storage::ring_words;
      if constexpr (!Prefetch) {
        // All threads except the leader.
        const std::uint32_t threads = t.block_threads() - 1;
        fill_ring(t, shared, input, filled + t.thread_index() - 1, wanted, threads);
        filled = wanted;
        if (t.thread_index() == 1) shared.filled[parity] = filled;
        t.sync_block_diverged();
      } else if (t.warp() == prefetch_warp) {
        fill_ring(t, shared, input, filled + t.lane(), wanted, simt::warp_size);
        filled = wanted;
        // For the leader's next turn: it may still read the entry of this one.
        if (t.lane() == 0) shared.filled[parity ^ 1] = filled;
      }
      if (t.warp() < first_writing_warp) continue;
      const unsigned writer = t.warp() - first_writing_warp;
      if constexpr (Decoder::copies) {
        if (writer == 0) copy_batch_writer<Thread, Decoder>(t, out, c.out_bytes).write(batch);
      } else {
        write_units<Thread, element, Decoder>(
            t, batch, shared.out_end, writer,
            t.block_threads() / simt::warp_size - first_writing_warp,
            words_in_ring<shared_storage>{shared});
      }
    }
  }

  /// Puts the chunk's words begin, begin + step, ... below `end` into the ring. Words past the
  /// chunk's end are 0.
  template <class Thread>
  static CODAG_DEVICE void fill_ring(const Thread& t, shared_storage& shared,
                                     const compressed_words& input, std::uint32_t begin,
                                     std::uint32_t end, std::uint32_t step) {
    // Four loads are on their way before the first is stored: a lone warp has no other warp to hide
    // their latency.
    constexpr unsigned ahead = 4;
    for (std::uint32_t i = begin; i < end; i += ahead * step) {
      std::uint32_t words[ahead];
      for (unsigned k = 0; k < ahead; ++k)
        words[k] = i + k * step < end ? input.load(t, i + k * step) : 0;
      for (unsigned k = 0; k < ahead; ++k)
        if (i + k * step < end) shared.put_word(i + k * step, words[k]);
    }
  }
};

}  // namespace codag::baselines
