// ring_lanes: a warp per chunk, whose lanes decode different symbols and write their output
// together through a ring in shared memory.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "codag/lz/output/output_ring.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/archetype.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A decoder that writes through a ring of `ring_bytes` bytes, in shared_bytes(ring_bytes) bytes of
/// the block's shared memory, from a byte of it on. decode() is collective over the warp; all lanes
/// have the status, which is that of the reference decoder.
template <class Decoder>
concept ring_decoder =
    requires(const archetype::thread& t, const std::byte* in, std::uint32_t n, std::byte* out) {
      typename std::integral_constant<unsigned, Decoder::resident_warps>;
      typename std::integral_constant<unsigned, Decoder::standard_ring_bytes>;
      requires(Decoder::shared_bytes(4096) % simt::shared_alignment == 0);
      { Decoder::decode(t, in, n, out, n, out, n, n) } -> std::same_as<status>;
    };

/// Where the warp's memory begins in the block's, if each warp has so many bytes, or all share it.
template <class Thread>
CODAG_DEVICE std::uint32_t shared_place(const Thread& t, std::byte* shared,
                                        std::uint32_t bytes_per_warp = 0) {
  return static_cast<std::uint32_t>(t.keep_shared(shared + t.warp() * bytes_per_warp) - shared);
}

/// Declares "output_ring_bytes". It is a power of two, so that a mask gives the place in the ring.
constexpr parameter output_ring_parameter(std::uint32_t least, std::uint32_t standard) {
  return {.key = "output_ring_bytes",
          .label = "output_ring",
          .unit = "B",
          .least = least,
          .most = 16384,
          .standard = standard,
          .power_of_two = true,
          .bytes = true,
          .help = "bytes of the newest output that a chunk keeps in shared memory"};
}

/// The kernel. A warp decodes a chunk, and keeps the newest `ring_bytes` bytes of its output in
/// shared memory.
template <ring_decoder Decoder>
struct ring_lanes {
  static constexpr std::array parts{part{"schedule", "warp_per_chunk"}, part{"decoding", "lanes"},
                                    part{"output_buffer", "ring"}, part{"input_buffer", "shared"},
                                    part{"prefetch_warp", "no"}};
  static constexpr std::array parameters{
      warps_per_block_parameter(1, 8, 4),
      output_ring_parameter(lz::least_ring_bytes, Decoder::standard_ring_bytes)};
  static_assert(well_declared(parameters));

 private:
  static constexpr joined_parts own_name{parts, 3};

 public:
  static constexpr const char* name = own_name.text;
  static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
  // Per multiprocessor. It bounds the registers.
  static constexpr unsigned min_blocks = Decoder::resident_warps / parameters[0].most;

  device_column column;
  std::uint32_t warps_per_block, ring_bytes;

  static constexpr ring_lanes with(const device_column& column,
                                   std::span<const std::uint64_t> values) {
    return {column, static_cast<std::uint32_t>(value_of(parameters, values, "warps_per_block")),
            static_cast<std::uint32_t>(value_of(parameters, values, "output_ring_bytes"))};
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    return {(column.chunk_count + warps_per_block - 1) / warps_per_block,
            warps_per_block * simt::warp_size, warps_per_block * Decoder::shared_bytes(ring_bytes)};
  }

  /// The chunk of the thread's warp. It is not below chunk_count if there is none.
  template <class Thread>
  [[nodiscard]] CODAG_DEVICE std::uint32_t chunk_of(const Thread& t) const {
    return t.block() * warps_per_block + t.warp();
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
    const std::uint32_t index = chunk_of(t);
    if (index >= column.chunk_count)
      return;  // the whole warp leaves; nothing below waits for the block
    const std::uint32_t mine = shared_place(t, shared, Decoder::shared_bytes(ring_bytes));
    chunk c;
    status result = status::bad_chunk_table;
    if (load_chunk<std::uint8_t>(t, column, index, c))
      result = Decoder::decode(t, column.in + c.in_offset, c.in_bytes, column.out + c.out_offset,
                               c.out_bytes, shared, mine, ring_bytes);
    if (t.lane() == 0) t.store(column.statuses + index, result);
  }
};

}  // namespace codag
