// The sink that writes values back: what section 9.2 of "Tile-based Lightweight Integer Compression
// in GPU" measures.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/tile/tile_decoder.hpp"

namespace codag {

/// Stores every value in the column's output, as an Element: the low bytes of what was decoded.
template <class Element>
struct store_sink {
  static constexpr const char* name = "store";
  struct storage {};
  std::byte* out;

  static store_sink of(const device_column& column) { return {column.out}; }

  template <class Thread, class Group, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& t, const Group& group, std::uint64_t out_offset,
                         std::uint32_t begin, const Value (&values)[items], std::uint32_t valid,
                         storage& /*shared*/) const {
    auto* const to = reinterpret_cast<Element*>(out + out_offset) + begin;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      const std::uint32_t index = i * tile_threads + group.rank();
      if (index < valid) t.store(to + index, static_cast<Element>(values[i]));
    }
  }
};

}  // namespace codag
