// The sink that writes values back: what section 9.2 of "Tile-based Lightweight Integer Compression
// in GPU" measures.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/element_types.hpp"
#include "codag/schedule/device_column.hpp"

namespace codag {

/// Stores every value in the column's output, as an Element: the low bytes of what was decoded.
template <class Element>
struct store_sink {
  static constexpr const char* name = "store";
  using element_types = elements_as<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
  struct storage {};
  struct result {};
  std::byte* out;

  static store_sink of(const device_column& column) { return {column.out}; }

  template <class Thread, class Group, class Place, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& t, const Group& group, const Place& place,
                         const Value (&values)[items], storage& /*shared*/, result&) const {
    using vector = typename vector_of<Place>::type;
    auto* const to = reinterpret_cast<Element*>(out + place.out_offset) + place.begin;
    // The column's output is aligned to 8 bytes, and a chunk may begin at any element of it.
    // Vectors of a tile are a multiple of their size apart from its beginning.
    const bool aligned = reinterpret_cast<std::uintptr_t>(to) % alignof(vector) == 0;
    // Item i is a constant distance away from item 0, so that a thread computes one address.
    auto* const mine = to + Place::index(group.rank(), 0);
    if (aligned && place.valid >= Place::template values<items>) {
      CODAG_UNROLL
      for (unsigned i = 0; i < items; i += vector_of<Place>::values) {
        vector whole;
        CODAG_UNROLL
        for (unsigned j = 0; j < vector_of<Place>::values; ++j)
          whole.elements[j] = static_cast<Element>(values[i + j]);
        t.store(reinterpret_cast<vector*>(mine + Place::index(0, i)), whole);
      }
      return;
    }
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      if (place.has(group.rank(), i))
        t.store(mine + Place::index(0, i), static_cast<Element>(values[i]));
  }
  template <class Thread, class Group>
  CODAG_DEVICE void finish(const Thread&, const Group&, const result&) const {}

 private:
  /// What a thread writes at once: up to 16 bytes of the values that it holds in a row.
  template <class Place>
  struct vector_of {
    static constexpr unsigned most = 16 / sizeof(Element);
    static constexpr unsigned values = Place::consecutive < most ? Place::consecutive : most;
    struct alignas(values * sizeof(Element)) type {
      Element elements[values];
    };
  };
};

}  // namespace codag
