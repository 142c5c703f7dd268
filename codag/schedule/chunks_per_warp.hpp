// chunks_per_warp: a warp decompresses several chunks, each with some of its lanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/launch/launch.hpp"
#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/archetype.hpp"
#include "codag/schedule/decoder.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/warp_part.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"
#include "codag/stream/output_stream.hpp"
#include "codag/stream/shared_input_buffer.hpp"

namespace codag {

/// What all_threads does, with fewer threads: all lanes of a part of the warp decode the same
/// symbols, and write them together. With 32 lanes per chunk, 31 lanes repeat what one does; with 4
/// lanes, 3 do, but the parts of a warp take turns wherever their symbols differ. There is a kernel
/// for each number of lanes, because it says how many slots of a table and words of a copy a lane
/// has.
template <device_decoder Decoder>
struct chunks_per_warp {
  static constexpr std::array parts{part{"schedule", "chunks_per_warp"},
                                    part{"decoding", "all_threads"}, part{"input_buffer", "shared"},
                                    part{"prefetch_warp", "no"}};
  static constexpr std::array parameters{parameter{.key = "lanes_per_chunk",
                                                   .label = "lanes",
                                                   .least = 4,
                                                   .most = simt::warp_size,
                                                   .standard = 8,
                                                   .power_of_two = true,
                                                   .help = "lanes of a warp per chunk"}};
  static_assert(well_declared(parameters));

 private:
  static constexpr joined_parts own_name{parts, 3};

 public:
  static constexpr const char* name = own_name.text;

  template <unsigned Lanes>
  struct kernel {
    static constexpr const char* name = chunks_per_warp::name;
    static constexpr unsigned chunks = simt::warp_size / Lanes;  ///< per warp, and per block
    // A block is a warp. Shared memory bounds how many of them are resident, and a multiprocessor
    // has no more than 32 blocks.
    static constexpr unsigned max_threads = simt::warp_size;
    static constexpr unsigned min_blocks = Lanes;

    device_column column;

    [[nodiscard]] constexpr simt::launch_shape shape() const {
      return {(column.chunk_count + chunks - 1) / chunks, max_threads,
              chunks * static_cast<unsigned>(sizeof(chunk_storage))};
    }

    template <class Thread>
    CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
      using team = warp_part<Thread, Lanes>;
      const unsigned mine = t.lane() / Lanes;
      const std::uint32_t index = t.block() * chunks + mine;
      if (index >= column.chunk_count) return;  // the parts of a warp do not wait for each other
      const team lanes(t);
      auto& storage = reinterpret_cast<chunk_storage*>(shared)[mine];
      chunk c;
      status result = status::bad_chunk_table;
      if (load_chunk_of<Decoder>(lanes, column, index, c)) {
        shared_input_buffer<team, Lanes> buffer(
            lanes, storage.ring, sizeof(storage.ring),
            compressed_words(column.in + c.in_offset, c.in_bytes));
        input_stream<decltype(buffer), Decoder::looks_ahead> in(buffer);
        output_stream<team, team> written(lanes, column.out + c.out_offset, c.out_bytes);
        static_assert(input_for<decltype(in), Decoder>);
        static_assert(output_for<decltype(written), Decoder>);
        result = Decoder::decode(lanes, in, written, storage.scratch);
        written.finish();
      }
      if (lanes.lane() == 0) t.store(column.statuses + index, result);
    }

   private:
    struct alignas(simt::shared_alignment) chunk_storage {
      typename Decoder::scratch scratch;
      std::uint32_t ring[shared_input::default_ring_bytes / 4];
    };
  };

  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    if (choice.phase != phase::timed) return;
    switch (value_of(parameters, choice.values, "lanes_per_chunk")) {
      case 4:
        return run(kernel<4>{column});
      case 8:
        return run(kernel<8>{column});
      case 16:
        return run(kernel<16>{column});
      default:
        return run(kernel<32>{column});
    }
  }
};
static_assert(team<warp_part<archetype::thread, 4>>);

}  // namespace codag
