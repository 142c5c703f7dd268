// warp_per_chunk: CODAG. Each warp decompresses one chunk.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/parts.hpp"
#include "codag/schedule/decoding.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// CODAG sections IV-C to IV-F. Warps share a block only to fill a multiprocessor; they never wait
/// for each other.
///
/// `Decoder` is a codec's device decoder. `Decoding` says who runs it: all_threads, single_thread
/// or lanes. `InputBuffer` says where a warp keeps the compressed words that it has loaded:
/// shared_input or register_input; for lanes, window_for<Decoder>.
template <device_decoder Decoder, class Decoding, input_buffer InputBuffer>
  requires decoding_of<Decoding, Decoder, InputBuffer>
struct warp_per_chunk {
  static constexpr std::array parts{
      part{"schedule", "warp_per_chunk"}, part{"decoding", Decoding::name},
      part{"input_buffer", InputBuffer::name}, part{"prefetch_warp", "no"}};
  /// Some input buffers have no ring whose size could be chosen.
  static constexpr auto parameters = [] {
    constexpr parameter warps = warps_per_block_parameter(1, 8, 4);
    if constexpr (InputBuffer::max_ring_bytes == 0)
      return std::array{warps};
    else
      return std::array{
          warps, ring_bytes_parameter(InputBuffer::least_ring_bytes, InputBuffer::max_ring_bytes,
                                      InputBuffer::default_ring_bytes)};
  }();
  static_assert(well_declared(parameters));

 private:
  static constexpr joined_parts own_name{parts, 3};

 public:
  static constexpr const char* name = own_name.text;
  static constexpr unsigned max_threads = parameters[0].most * simt::warp_size;
  // Per multiprocessor. It bounds the registers.
  static constexpr unsigned min_blocks = Decoding::resident_warps / parameters[0].most;

  device_column column;
  launch_parameters chosen = standard_launch(parameters);

  /// The kernel with a value for each declared parameter.
  static constexpr warp_per_chunk with(const device_column& column,
                                       std::span<const std::uint64_t> values) {
    return {column, launch_parameters_of(parameters, values)};
  }

  /// The launch: one warp per chunk.
  [[nodiscard]] constexpr simt::launch_shape shape() const {
    const unsigned warps = chosen.warps_per_block;
    return {(column.chunk_count + warps - 1) / warps, warps * simt::warp_size,
            warps * shared_bytes_per_warp()};
  }

  /// The chunk of the thread's warp. It is not below chunk_count if there is none.
  template <class Thread>
  [[nodiscard]] CODAG_DEVICE std::uint32_t chunk_of(const Thread& t) const {
    return t.block() * chosen.warps_per_block + t.warp();
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
    const std::uint32_t index = chunk_of(t);
    if (index >= column.chunk_count)
      return;  // the whole warp leaves; nothing below waits for the block
    std::byte* mine = shared + t.warp() * shared_bytes_per_warp();
    auto& storage = *reinterpret_cast<warp_storage*>(mine);
    auto* ring = reinterpret_cast<std::uint32_t*>(mine + sizeof(warp_storage));
    chunk c;
    status result = status::bad_chunk_table;
    if (load_chunk_of<Decoder>(t, column, index, c)) {
      typename InputBuffer::template buffer<Thread> input(
          t, ring, chosen.ring_bytes, compressed_words(column.in + c.in_offset, c.in_bytes));
      result = Decoding::template decode<Decoder>(t, input, column.out + c.out_offset, c.out_bytes,
                                                  storage.scratch, storage.decoding);
    }
    if (t.lane() == 0) t.store(column.statuses + index, result);
  }

 private:
  /// A warp's shared memory, before its ring.
  struct alignas(simt::shared_alignment) warp_storage {
    typename Decoder::scratch scratch;
    typename Decoding::template storage<Decoder> decoding;
  };
  [[nodiscard]] CODAG_HOST_DEVICE constexpr unsigned shared_bytes_per_warp() const {
    return static_cast<unsigned>(sizeof(warp_storage)) + chosen.ring_bytes +
           InputBuffer::fixed_bytes;
  }
};

}  // namespace codag
