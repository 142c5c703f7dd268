// ring_pairs: two warps per chunk. One reads symbols, and the other one writes their output through
// a ring in shared memory.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "codag/lz/sequences/batch_pipeline.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/archetype.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/leading_warp.hpp"
#include "codag/schedule/ring_lanes.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A decoder like a ring_decoder, but run by two warps, which are the whole block. Each warp says
/// whether it is the first one; the status of the first one is that of the chunk. Either both
/// return or neither does.
template <class Decoder>
concept pair_decoder = requires(const archetype::thread& t, const std::byte* in, std::uint32_t n,
                                std::byte* out, bool first) {
  typename std::integral_constant<unsigned, Decoder::resident_warps>;
  typename std::integral_constant<unsigned, Decoder::standard_ring_bytes>;
  requires(Decoder::shared_bytes(4096) % simt::shared_alignment == 0);
  { Decoder::decode(t, first, in, n, out, n, out, n, n) } -> std::same_as<status>;
};

/// The ring takes so much shared memory that few warps of ring_lanes are resident. Here two warps
/// share one.
template <pair_decoder Decoder>
struct ring_pairs {
  static constexpr std::array parts{part{"schedule", "warps_per_chunk"}, part{"decoding", "lanes"},
                                    part{"output_buffer", "ring"}, part{"input_buffer", "shared"},
                                    part{"prefetch_warp", "no"}};
  static constexpr std::array parameters{
      output_ring_parameter(lz::least_pipeline_ring_bytes, Decoder::standard_ring_bytes)};
  static_assert(well_declared(parameters));

 private:
  static constexpr joined_parts own_name{parts, 3};

 public:
  static constexpr const char* name = own_name.text;
  static constexpr unsigned max_threads = 2 * simt::warp_size;
  // Per multiprocessor. It bounds the registers.
  static constexpr unsigned min_blocks = Decoder::resident_warps / 2;

  device_column column;
  std::uint32_t ring_bytes;

  static constexpr ring_pairs with(const device_column& column,
                                   std::span<const std::uint64_t> values) {
    return {column, static_cast<std::uint32_t>(value_of(parameters, values, "output_ring_bytes"))};
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {column.chunk_count, max_threads, Decoder::shared_bytes(ring_bytes)};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
    const bool first = t.warp() == leading_warp(t, 2);
    chunk c;
    status result = status::bad_chunk_table;
    if (load_chunk<std::uint8_t>(t, column, t.block(), c))
      result =
          Decoder::decode(t, first, column.in + c.in_offset, c.in_bytes, column.out + c.out_offset,
                          c.out_bytes, shared, shared_place(t, shared), ring_bytes);
    if (first && t.lane() == 0) t.store(column.statuses + t.block(), result);
  }
};

}  // namespace codag
