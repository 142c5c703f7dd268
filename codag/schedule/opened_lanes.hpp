// opened_lanes: warp_per_chunk by lanes, after a kernel that decodes the beginnings of chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/annotate.hpp"
#include "codag/chunked_column.hpp"
#include "codag/launch/launch.hpp"
#include "codag/schedule/decoder.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/lanes.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/lanes_output_stream.hpp"

namespace codag {

/// The workspace of a launch by lanes: the chunk table of what an opening leaves.
template <lanes_decoder Decoder>
struct workspace_of_lanes {};
template <opening_decoder Decoder>
struct workspace_of_lanes<Decoder> {
  static constexpr std::uint64_t workspace_bytes(const device_column& column,
                                                 std::span<const std::uint64_t> /*values*/) {
    return std::uint64_t{column.chunk_count} * sizeof(chunk);
  }
};

/// The first kernel decodes chunks by Decoder::opening, most of them not at all and some as a
/// whole, and writes the chunk table of what is left. The second one is warp_per_chunk's. In one
/// kernel, the two decoders would take registers from each other.
template <opening_decoder Decoder>
struct opened_lanes : workspace_of_lanes<Decoder> {
  using kernel = warp_per_chunk<Decoder, lanes, window_for<Decoder>>;
  static constexpr auto parts = kernel::parts;
  static constexpr auto parameters = kernel::parameters;
  static constexpr const char* name = kernel::name;

  /// The first kernel is no launched_ahead one, so these blocks take their places when its blocks
  /// have ended. Beside them, the GPU would spread these unevenly.
  struct rest_kernel : kernel {
    static constexpr bool launched_ahead = true;
  };

  struct opening_kernel {
    static constexpr const char* name = "opening";
    static constexpr unsigned max_threads = kernel::max_threads, min_blocks = kernel::min_blocks;

    device_column column;
    std::uint32_t warps_per_block;
    chunk* left;  ///< the table that it writes, with an entry for each chunk

    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return {(column.chunk_count + warps_per_block - 1) / warps_per_block,
              warps_per_block * simt::warp_size,
              warps_per_block * static_cast<unsigned>(sizeof(warp_storage))};
    }
    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      const std::uint32_t index = t.block() * warps_per_block + t.warp();
      if (index >= column.chunk_count) return;  // nothing below waits for the block
      auto& storage = *reinterpret_cast<warp_storage*>(shared + t.warp() * sizeof(warp_storage));
      chunk c;
      // A wrong entry stays as it is, for the next kernel.
      if (load_chunk<element>(t, column, index, c) && may_be_whole(c)) open(t, c, storage);
      if (t.lane() == 0) {
        t.store(&left[index].in_offset, c.in_offset);
        t.store(&left[index].out_offset, c.out_offset);
        t.store(&left[index].in_bytes, c.in_bytes);
        t.store(&left[index].out_bytes, c.out_bytes);
      }
    }

   private:
    using element = typename Decoder::element;
    using opening = typename Decoder::opening;
    using input = shared_window_input<opening::window_bytes>;
    struct alignas(simt::shared_alignment) warp_storage {
      opening decoder;
      alignas(simt::shared_alignment) std::uint32_t window[input::fixed_bytes / 4];
    };

    /// Whether a chunk has a window of bytes, and may have all values that it declares.
    static CODAG_DEVICE bool may_be_whole(const chunk& c) {
      return c.in_bytes >= opening::window_bytes &&
             c.out_bytes <= most_out_bytes<Decoder>(c.in_bytes);
    }
    /// Decodes the beginning of a chunk, and makes `c` what is left of it.
    template <class Thread>
    CODAG_DEVICE void open(const Thread& t, chunk& c, warp_storage& storage) const {
      const simt::warp_group<Thread> warp(t);
      const compressed_words words(column.in + c.in_offset, c.in_bytes);
      if (!opening::may_decode(t, words)) return;
      typename input::template buffer<Thread> in(t, storage.window, 0, words);
      lanes_output_stream<Thread> written(t, column.out + c.out_offset, c.out_bytes);
      const bool well_formed = storage.decoder.decode(warp, in, written);
      written.finish();
      // Otherwise the next kernel finds out what is wrong.
      if (!well_formed || in.overrun()) return;
      const std::uint32_t in_bytes = c.in_bytes - in.bytes_left(), out_bytes = written.position();
      c.in_offset += in_bytes;
      c.in_bytes -= in_bytes;
      c.out_offset += out_bytes;
      c.out_bytes -= out_bytes;
    }
  };

  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    if (choice.phase == phase::timed)
      run_both(kernel::with(column, choice.values), choice.workspace, run);
  }
  /// The same instead of `whole`, a launch of the second kernel alone.
  template <class Run>
  static void run_both(const kernel& whole, std::byte* workspace, Run& run) {
    auto* const left = reinterpret_cast<chunk*>(workspace);
    run(opening_kernel{whole.column, whole.chosen.warps_per_block, left});
    rest_kernel rest{whole};
    rest.column.chunks = left;
    run(rest);
  }
};

/// warp_per_chunk by lanes, with the first kernel if the decoder needs one.
template <lanes_decoder Decoder>
struct lanes_launch_of {
  using type = warp_per_chunk<Decoder, lanes, window_for<Decoder>>;
};
template <opening_decoder Decoder>
struct lanes_launch_of<Decoder> {
  using type = opened_lanes<Decoder>;
};
template <lanes_decoder Decoder>
using lanes_launch = typename lanes_launch_of<Decoder>::type;

}  // namespace codag
