// NSV as a cascade of three passes: the lengths, where each value begins, and the values. ("It
// requires multiple steps that lead to multiple reads and writes": section 9.3 of "Tile-based
// Lightweight Integer Compression in GPU".)
#pragma once

#include <cstdint>

#include "baselines/cascaded/pass.hpp"
#include "baselines/cascaded/prefix_sum.hpp"
#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/byte_lengths.hpp"
#include "codag/codec/nsv/device_chunk.hpp"
#include "codag/codec/nsv/nsv.hpp"
#include "codag/codec/nsv/tile_decoder.hpp"
#include "codag/status.hpp"

namespace codag::baselines::cascaded {

/// Pass 1: each value's length in bytes, from its code of two bits.
template <class Stored>
struct expand_lengths {
  using format = nsv::tiles<Stored>;
  static constexpr const char* name = "cascaded_lengths";
  static constexpr bool first = true;
  struct storage {};

  std::uint32_t* to;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const nsv::chunk_layout& l, std::uint32_t tile, const chunk_place& place,
                           storage& /*shared*/) const {
    if (l.values == 0) return status::ok;
    std::uint32_t begin, end;
    if (const status s = nsv::extent_of(words, l, tile, begin, end); s != status::ok) return s;
    const std::uint32_t valid = l.valid(tile);
    for (std::uint32_t i = group.rank(); i < valid; i += tile_threads) {
      const std::uint32_t value = tile * nsv::block_values + i;
      t.store(to + place.first + value,
              bit_packing::length_of<Stored>(nsv::code_of(words, l, value)));
    }
    return status::ok;
  }
};

/// Pass 2: a prefix sum gives the byte at which each value begins. Checks the lengths.
template <class Stored>
struct find_bytes {
  using format = nsv::tiles<Stored>;
  static constexpr const char* name = "cascaded_bytes";
  static constexpr bool first = false;
  static constexpr unsigned items = format::items;
  using storage = prefix_sum<std::uint32_t, items>;

  std::uint32_t* lengths;  ///< become the first bytes

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const nsv::chunk_layout& l, std::uint32_t tile, const chunk_place& place,
                           storage& shared) const {
    if (l.values == 0) return status::ok;
    std::uint32_t* const places = lengths + place.first + tile * nsv::block_values;
    const std::uint32_t valid = l.valid(tile);
    std::uint32_t begin, end;
    nsv::extent_of(words, l, tile, begin, end);
    std::uint32_t values[items];
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      const std::uint32_t index = i * tile_threads + group.rank();
      values[i] = index < valid ? t.load(places + index) : 0;
    }
    if (shared.exclusive(group, values) != end - begin) return status::malformed_symbol;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      const std::uint32_t index = i * tile_threads + group.rank();
      if (index < valid) t.store(places + index, begin + values[i]);
    }
    return nsv::status_of_end(l, tile, end);
  }
};

/// Pass 3: gathers the bytes of each value.
template <class Stored>
struct gather_bytes {
  using format = nsv::tiles<Stored>;
  static constexpr const char* name = "cascaded_gather_bytes";
  static constexpr bool first = false;
  struct storage {};

  const std::uint32_t* bytes;
  Stored* out;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const nsv::chunk_layout& l, std::uint32_t tile, const chunk_place& place,
                           storage& /*shared*/) const {
    if (l.values == 0) return status::ok;
    const std::uint32_t valid = l.valid(tile);
    for (std::uint32_t i = group.rank(); i < valid; i += tile_threads) {
      const std::uint32_t value = tile * nsv::block_values + i;
      const std::uint32_t length = bit_packing::length_of<Stored>(nsv::code_of(words, l, value));
      // If a chunk table lets two chunks have the same output, the other one may have written
      // there.
      const std::uint64_t at = t.load(bytes + place.first + value);
      if (at + length <= std::uint64_t{4} * l.data_words)
        t.store(out + place.first + value,
                nsv::load_bytes<Stored>(words, l, static_cast<std::uint32_t>(at), length));
    }
    return status::ok;
  }
};

}  // namespace codag::baselines::cascaded
