// A kernel of the family tile, which passes values in registers to a sink. It declares a parameter
// that no kernel of the harness has.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/simt.hpp"
#include "frame.hpp"

namespace codag::extend {

inline constexpr std::uint32_t values_per_lane = tile_values / simt::warp_size;

/// The sink that writes every value to the column.
struct store_sink {
  static constexpr const char* name = "store";
  std::byte* out;

  template <class Thread>
  CODAG_DEVICE void take(const Thread& t, std::uint32_t at, std::byte value) const {
    t.store(out + at, value);
  }
};

/// A warp decodes a whole tile at a time. Each lane has four of its values in registers.
struct frame_tiles {
  static constexpr const char* name = "warp_per_frame/store";
  static constexpr std::array parts{part{"schedule", "warp_per_frame"},
                                    part{"sink", store_sink::name}};
  static constexpr std::array parameters{parameter{.key = "chunks_in_turn",
                                                   .label = "chunks",
                                                   .least = 1,
                                                   .most = 8,
                                                   .standard = 1,
                                                   .help = "chunks that a warp decodes in turn"}};
  static constexpr unsigned max_threads = 128, min_blocks = 1;
  struct shared_storage {};

  device_column column;
  std::uint32_t chunks_in_turn;

  static frame_tiles with(const device_column& column, std::span<const std::uint64_t> values) {
    return {column, static_cast<std::uint32_t>(values[0])};
  }
  [[nodiscard]] simt::launch_shape shape() const {
    const unsigned warps = (column.chunk_count + chunks_in_turn - 1) / chunks_in_turn;
    return {(warps + 3) / 4, max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage&) const {
    const std::uint32_t warp = t.block() * (max_threads / simt::warp_size) + t.warp();
    for (std::uint32_t i = 0; i < chunks_in_turn; ++i) {
      const std::uint32_t index = warp * chunks_in_turn + i;
      if (index >= column.chunk_count) return;
      chunk c;
      const bool usable = load_chunk<std::uint8_t>(t, column, index, c);
      const status result = usable ? decode_chunk(t, c) : status::bad_chunk_table;
      if (t.lane() == 0) t.store(column.statuses + index, result);
    }
  }

 private:
  template <class Thread>
  CODAG_DEVICE status decode_chunk(const Thread& t, const chunk& c) const {
    const std::byte* in = column.in + c.in_offset;
    std::uint32_t at = 0;
    for (std::uint32_t done = 0; done < c.out_bytes; done += tile_values) {
      const std::uint32_t left = c.out_bytes - done;
      const std::uint32_t count = left < tile_values ? left : tile_values;
      if (c.in_bytes - at < 2) return status::truncated_input;
      const auto least = static_cast<std::uint32_t>(t.load(in + at));
      const auto width = static_cast<std::uint32_t>(t.load(in + at + 1));
      if (width > 8) return status::malformed_symbol;
      at += 2;
      if (c.in_bytes - at < packed_bytes(count, width)) return status::truncated_input;
      std::byte values[values_per_lane];
      for (std::uint32_t k = 0; k < values_per_lane; ++k) {
        const std::uint32_t v = t.lane() + k * simt::warp_size;
        if (v < count) values[k] = unpack(t, in + at, v * width, width, least);
      }
      const store_sink sink{column.out + c.out_offset + done};
      for (std::uint32_t k = 0; k < values_per_lane; ++k)
        if (const std::uint32_t v = t.lane() + k * simt::warp_size; v < count)
          sink.take(t, v, values[k]);
      at += packed_bytes(count, width);
    }
    return at == c.in_bytes ? status::ok : status::trailing_input;
  }

  /// The value of `width` bits that begins at `bit`; it lies in at most two bytes.
  template <class Thread>
  static CODAG_DEVICE std::byte unpack(const Thread& t, const std::byte* packed, std::uint32_t bit,
                                       std::uint32_t width, std::uint32_t least) {
    if (width == 0) return static_cast<std::byte>(least);
    std::uint32_t bits = static_cast<std::uint32_t>(t.load(packed + bit / 8)) >> bit % 8;
    if (bit % 8 + width > 8)
      bits |= static_cast<std::uint32_t>(t.load(packed + bit / 8 + 1)) << (8 - bit % 8);
    return static_cast<std::byte>(least + (bits & ((1u << width) - 1)));
  }
};

}  // namespace codag::extend
