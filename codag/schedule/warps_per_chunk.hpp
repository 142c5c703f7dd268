// warps_per_chunk: several warps decompress one chunk by lanes, where there are few chunks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/parts.hpp"
#include "codag/schedule/chunk_pieces.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/lanes.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/schedule/leading_warp.hpp"
#include "codag/schedule/symbol_walker.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// A block has the warps of one chunk. One of them walks over the symbols, which takes less time
/// than decoding them, and says where pieces of the chunk end. Then it decodes like the others.
/// Each of the others takes a piece and decodes it by lanes as if it were a chunk. This checks the
/// walk: if the symbols of every piece fill it exactly, the chunk is right. Otherwise the first
/// warp decodes the whole chunk, and its status is that of the chunk.
///
/// With many chunks, other warps keep a multiprocessor busy while one waits, and a walk is only
/// more work. So the launch chooses: with many chunks, its kernel is warp_per_chunk's.
template <lanes_decoder Decoder, symbol_walker Walker>
struct warps_per_chunk {
  static constexpr std::array parts{part{"schedule", "warps_per_chunk"}, part{"decoding", "lanes"},
                                    part{"input_buffer", "shared"}, part{"prefetch_warp", "no"}};
  static constexpr std::array parameters{
      parameter{.key = "warps_per_chunk",
                .label = "warps",
                .least = 0,
                .most = 8,
                .standard = 0,
                .power_of_two = true,
                .help = "warps per chunk; 0: 8 with up to 264 chunks, 4 with up to 528, else 1"}};
  static_assert(well_declared(parameters));
  /// As many as half of what an H200 holds, if that is 4 or more per chunk. The walk needs issue
  /// slots, too: with more warps per chunk, or 4 with more chunks, the sum of both is slower on
  /// some columns (docs/characterization.md).
  static constexpr std::uint32_t chosen_warps(std::uint32_t chunks) {
    constexpr std::uint32_t held = 132 * lanes::resident_warps;
    return chunks <= held / 16 ? 8 : chunks <= held / 8 ? 4 : 1;
  }

 private:
  static constexpr joined_parts own_name{parts, 3};
  using input = window_for<Decoder>;
  static_assert(Walker::window_bytes + window_spare_bytes <= window_part_bytes,
                "the window shows all of a look");

 public:
  static constexpr const char* name = own_name.text;

  /// A warp for every chunk.
  using alone = warp_per_chunk<Decoder, lanes, input>;

  struct kernel {
    static constexpr const char* name = warps_per_chunk::name;
    static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
    static constexpr unsigned min_blocks = lanes::resident_warps / parameters[0].most;

    device_column column;
    std::uint32_t warps;

    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return {column.chunk_count, warps * simt::warp_size,
              static_cast<unsigned>(sizeof(block_storage)) + warps * shared_bytes_per_warp};
    }

    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      chunk c;
      if (!load_chunk_of<Decoder>(t, column, t.block(), c)) {
        if (t.thread_index() == 0) t.store(column.statuses + t.block(), status::bad_chunk_table);
        return;  // the whole block leaves
      }
      auto& block = *t.keep_shared(reinterpret_cast<block_storage*>(shared));
      std::byte* mine =
          t.keep_shared(shared + sizeof(block_storage) + t.warp() * shared_bytes_per_warp);
      auto& storage = *reinterpret_cast<warp_storage*>(mine);
      auto* window = reinterpret_cast<std::uint32_t*>(mine + sizeof(warp_storage));
      block.pieces.clear(t);
      if (t.thread_index() == 0) block.failed = 0;
      prefetch(t, compressed_words(column.in + c.in_offset, c.in_bytes));
      // All of it is clear before a warp finds or takes a piece.
      t.sync_block();
      if (t.warp() == leading_warp(t, warps))
        find_pieces(t, block.pieces, c, storage.of_walker, window);

      status result = status::ok;
      for (bool whole = false; !whole;) {
        chunk_place begin, end;
        if (!block.pieces.take(t, begin, end)) {
          // Each warp has recorded how its pieces ended, and has written their output.
          t.sync_block();
          if (block.failed == 0 || t.warp() != 0) break;
          whole = true;
          begin = {};
          end = {c.in_bytes, c.out_bytes};
        }
        // No lane uses the window and the scratch memory of the last step any more.
        t.sync_warp();
        const compressed_words words(column.in + c.in_offset + begin.in, end.in - begin.in);
        typename input::template buffer<Thread> in(t, window, 0, words);
        result = lanes::decode_part<Decoder>(t, in, column.out + c.out_offset, begin.out, end.out,
                                             storage.of_decoder);
        if (!whole && result != status::ok && t.lane() == 0) t.atomic_or(&block.failed, 1u);
      }
      if (t.thread_index() == 0) t.store(column.statuses + t.block(), result);
    }

   private:
    struct alignas(simt::shared_alignment) block_storage {
      chunk_pieces pieces;
      std::uint32_t failed;
    };
    /// A warp walks first and decodes then.
    union alignas(simt::shared_alignment) warp_storage {
      typename Decoder::scratch of_decoder;
      typename Walker::scratch of_walker;
    };
    static constexpr unsigned shared_bytes_per_warp =
        static_cast<unsigned>(sizeof(warp_storage)) + input::fixed_bytes;

    /// Asks for the whole chunk. Otherwise the walk would wait for memory again and again.
    template <class Thread>
    CODAG_DEVICE void prefetch(const Thread& t, const compressed_words& words) const {
      const std::uint32_t lines = (words.end() + words_per_line - 1) / words_per_line;
      for (std::uint32_t line = t.thread_index(); line < lines; line += t.block_threads())
        words.prefetch(t, line * words_per_line);
    }

    /// Walks over a chunk's symbols.
    template <class Thread>
    CODAG_DEVICE void find_pieces(const Thread& t, chunk_pieces& pieces, const chunk& c,
                                  typename Walker::scratch& scratch, std::uint32_t* window) const {
      const compressed_words words(column.in + c.in_offset, c.in_bytes);
      typename input::template buffer<Thread> in(t, window, 0, words);
      chunk_pieces::finder<Thread> found(t, pieces, {c.in_bytes, c.out_bytes});
      constexpr auto value_bytes = static_cast<std::uint32_t>(sizeof(typename Decoder::element));
      Walker::walk(simt::warp_group<Thread>(t), in, scratch, found.piece_bytes() / value_bytes,
                   [&](std::uint32_t bit, std::uint32_t values) {
                     return found.reached({(bit - words.begin_bit()) / 8, values * value_bytes});
                   });
      found.finish();
    }
  };

  /// Calls use(kernel) with the kernel that those values choose, and returns what it returns.
  template <class Use>
  static auto with_kernel(const device_column& column, std::span<const std::uint64_t> values,
                          const Use& use) {
    auto warps = static_cast<std::uint32_t>(value_of(parameters, values, "warps_per_chunk"));
    if (warps == 0) warps = chosen_warps(column.chunk_count);
    if (warps == 1) return use(alone{column});
    return use(kernel{column, warps});
  }
};

}  // namespace codag
