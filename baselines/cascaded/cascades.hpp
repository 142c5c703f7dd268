// The cascades: which passes decode a format, one after the other, and what memory they share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "baselines/cascaded/fixed_length_pass.hpp"
#include "baselines/cascaded/frame_passes.hpp"
#include "baselines/cascaded/length_passes.hpp"
#include "baselines/cascaded/pass.hpp"
#include "baselines/cascaded/rle_passes.hpp"
#include "baselines/cascaded/run_passes.hpp"
#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/element_types.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/tile/block_per_tile.hpp"
#include "codag/tile/refusals.hpp"

namespace codag::baselines::cascaded {

/// The memory that the passes over a column share: up to three arrays, and the refusals.
class memory {
 public:
  memory(const device_column& column, std::byte* begin, unsigned arrays)
      : begin_(begin), arrays_(arrays) {
    // A place for each value, and for each value that the last block of a chunk might have. Values
    // have four bytes or eight; rounded up, so that every array is aligned.
    array_bytes_ = (column.out_bytes + 7) / 8 * 8 +
                   std::uint64_t{8} * gpu_rfor::block_values * column.chunk_count;
  }
  template <class T>
  [[nodiscard]] T* array(unsigned index) const {
    return reinterpret_cast<T*>(begin_ + index * array_bytes_);
  }
  [[nodiscard]] refusal* refusals() const { return array<refusal>(arrays_); }
  [[nodiscard]] std::uint64_t bytes(std::uint64_t refusal_count) const {
    return arrays_ * array_bytes_ + refusal_count * sizeof(refusal);
  }

 private:
  std::byte* begin_;
  unsigned arrays_;
  std::uint64_t array_bytes_;
};

/// The blocks of threads per chunk: enough for one tile each in a chunk of average size.
template <class Format>
constexpr std::uint32_t groups_for(const device_column& column) {
  struct no_sink {
    struct storage {};
    struct result {};
  };
  return block_per_tile<Format, typename Format::element, no_sink>::groups_for(column);
}

/// Calls run(kernel) with a pass.
template <class Step, class Run>
void run_pass(const device_column& column, const memory& shared, const Step& step, Run& run) {
  run(pass<Step>{column, groups_for<typename Step::format>(column), shared.refusals(), step});
}

// Each cascade has: its element types, the format of its tiles, how many arrays its passes share,
// and the passes in their order. Values are as large as elements.
using stored_elements = elements_as<std::uint32_t, std::uint64_t>;

/// FOR+BitPack: two passes over GPU-FOR's format. The paper's D is 4.
struct for_bit_pack {
  using element_types = stored_elements;
  template <class Stored>
  using format = gpu_for::shared_tiles<Stored, 4, bit_packing::precomputed_offsets>;
  static constexpr unsigned arrays = 1;
  template <class Stored, class Run>
  static void run(const device_column& column, const memory& shared, Run& run) {
    auto* const offsets = shared.array<Stored>(0);
    run_pass(column, shared, unpack_blocks<format<Stored>>{offsets}, run);
    run_pass(column, shared,
             add_references<format<Stored>>{offsets, reinterpret_cast<Stored*>(column.out)}, run);
  }
};

/// Delta+FOR+BitPack: three passes over GPU-DFOR's format.
struct delta_for_bit_pack {
  using element_types = stored_elements;
  template <class Stored>
  using format = gpu_dfor::shared_tiles<Stored, 4>;
  static constexpr unsigned arrays = 1;
  template <class Stored, class Run>
  static void run(const device_column& column, const memory& shared, Run& run) {
    auto* const differences = shared.array<Stored>(0);
    run_pass(column, shared, unpack_blocks<format<Stored>>{differences}, run);
    run_pass(column, shared, add_references<format<Stored>>{differences, differences}, run);
    run_pass(column, shared,
             add_up_differences<format<Stored>>{differences, reinterpret_cast<Stored*>(column.out)},
             run);
  }
};

/// RLE+FOR+BitPack: eight passes over GPU-RFOR's format.
struct rle_for_bit_pack {
  using element_types = stored_elements;
  template <class Stored>
  using format = gpu_rfor::shared_tiles<Stored>;
  static constexpr unsigned arrays = 3;
  template <class Stored, class Run>
  static void run(const device_column& column, const memory& shared, Run& run) {
    const std::uint64_t count = column.out_bytes / sizeof(Stored);
    const run_places<Stored> values{shared.array<Stored>(0), count};
    const run_places<std::uint32_t> lengths{shared.array<std::uint32_t>(1), count};
    const run_places<std::uint32_t> marks{shared.array<std::uint32_t>(2), count};
    run_pass(column, shared, unpack_runs<Stored, false>{{}, values}, run);
    run_pass(column, shared, add_run_references<Stored, false>{{}, values}, run);
    run_pass(column, shared, unpack_runs<Stored, true>{{}, lengths}, run);
    run_pass(column, shared, add_run_references<Stored, true>{{}, lengths}, run);
    run_pass(column, shared, find_begins<Stored>{{}, lengths}, run);
    run_pass(column, shared, scatter_marks<run_step<Stored>>{{}, lengths, marks}, run);
    run_pass(column, shared, number_runs<run_step<Stored>>{{}, marks}, run);
    run_pass(column, shared,
             gather_values<Stored>{{}, values, marks, reinterpret_cast<Stored*>(column.out)}, run);
  }
};

/// RLE: four passes.
struct run_length {
  using element_types = stored_elements;
  template <class Stored>
  using format = rle::tiles<Stored>;
  static constexpr unsigned arrays = 2;
  template <class Stored, class Run>
  static void run(const device_column& column, const memory& shared, Run& run) {
    const std::uint64_t count = column.out_bytes / sizeof(Stored);
    const run_places<std::uint32_t> begins{shared.array<std::uint32_t>(0), count};
    const run_places<std::uint32_t> marks{shared.array<std::uint32_t>(1), count};
    using step = rle_step<Stored>;
    run_pass(column, shared, find_rle_begins<Stored>{{}, begins}, run);
    run_pass(column, shared, scatter_marks<step>{{}, begins, marks}, run);
    run_pass(column, shared, number_runs<step>{{}, marks}, run);
    run_pass(column, shared,
             gather_rle_values<Stored>{{}, marks, reinterpret_cast<Stored*>(column.out)}, run);
  }
};

/// NSV: three passes.
struct null_suppression {
  using element_types = stored_elements;
  template <class Stored>
  using format = nsv::tiles<Stored>;
  static constexpr unsigned arrays = 1;
  template <class Stored, class Run>
  static void run(const device_column& column, const memory& shared, Run& run) {
    auto* const bytes = shared.array<std::uint32_t>(0);
    run_pass(column, shared, expand_lengths<Stored>{bytes}, run);
    run_pass(column, shared, find_bytes<Stored>{bytes}, run);
    run_pass(column, shared, gather_bytes<Stored>{bytes, reinterpret_cast<Stored*>(column.out)},
             run);
  }
};

/// NSF: one pass.
struct fixed_null_suppression {
  using element_types = stored_elements;
  template <class Stored>
  using format = nsf::tiles<Stored, 4>;
  static constexpr unsigned arrays = 0;
  template <class Stored, class Run>
  static void run(const device_column& column, const memory& shared, Run& run) {
    run_pass(column, shared, extend_values<Stored>{reinterpret_cast<Stored*>(column.out)}, run);
  }
};

}  // namespace codag::baselines::cascaded
