// A kernel of the family encode. Each warp packs one chunk.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "codag/bits.hpp"
#include "codag/encode/device_encoding.hpp"
#include "codag/parameters.hpp"
#include "codag/parts.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "frame.hpp"

namespace codag::extend {

struct frame_encoder {
  static constexpr const char* name = "encode/warp_per_chunk";
  static constexpr std::array parts{part{"schedule", "warp_per_chunk"}};
  static constexpr std::array<parameter, 0> parameters{};
  static constexpr unsigned max_threads = simt::warp_size, min_blocks = 1;
  struct shared_storage {};

  device_encoding job;

  static frame_encoder with(const device_encoding& job, std::span<const std::uint64_t>) {
    return {job};
  }
  [[nodiscard]] simt::launch_shape shape() const { return {job.chunk_count, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage&) const {
    const chunk* entry = job.chunks + t.block();
    const std::byte* values = job.values + t.load(&entry->out_offset);
    std::byte* room = job.bits + t.load(&entry->in_offset);
    const std::uint32_t room_bytes = t.load(&entry->in_bytes), count = t.load(&entry->out_bytes);
    std::uint32_t at = 0;
    status result = status::ok;
    for (std::uint32_t done = 0; done < count && result == status::ok; done += tile_values) {
      const std::uint32_t left = count - done;
      result = encode_tile(t, values + done, left < tile_values ? left : tile_values, room,
                           room_bytes, at);
    }
    if (t.lane() == 0) {
      t.store(job.encoded_bytes + t.block(), at);
      t.store(job.statuses + t.block(), result);
    }
  }

 private:
  template <class Thread>
  static CODAG_DEVICE status encode_tile(const Thread& t, const std::byte* values,
                                         std::uint32_t count, std::byte* room,
                                         std::uint32_t room_bytes, std::uint32_t& at) {
    const simt::warp_group<Thread> warp(t);
    std::uint32_t lowest = 255, highest = 0;
    for (std::uint32_t v = t.lane(); v < count; v += simt::warp_size) {
      const auto value = static_cast<std::uint32_t>(t.load(values + v));
      lowest = value < lowest ? value : lowest;
      highest = value > highest ? value : highest;
    }
    const std::uint32_t least = warp.reduce(lowest, simt::minimum{});
    std::uint32_t width = 0;
    while ((warp.reduce(highest, simt::maximum{}) - least) >> width != 0) ++width;
    const std::uint32_t bytes = packed_bytes(count, width);
    if (room_bytes - at < 2 + bytes) return status::output_overflow;
    if (t.lane() == 0) {
      t.store(room + at, static_cast<std::byte>(least));
      t.store(room + at + 1, static_cast<std::byte>(width));
    }
    for (std::uint32_t b = t.lane(); b < bytes; b += simt::warp_size) {
      std::uint32_t packed = 0;
      for (std::uint32_t bit = 8 * b; bit < 8 * b + 8 && bit < count * width; ++bit) {
        const auto offset = static_cast<std::uint32_t>(t.load(values + bit / width)) - least;
        packed |= (offset >> bit % width & 1) << bit % 8;
      }
      t.store(room + at + 2 + b, static_cast<std::byte>(packed));
    }
    at += 2 + bytes;
    return status::ok;
  }
};

}  // namespace codag::extend
