// The sink that writes values back: what section 9.2 of "Tile-based Lightweight Integer Compression
// in GPU" measures.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/device_column.hpp"

namespace codag {

/// Stores every value in the column's output, as an Element: the low bytes of what was decoded.
template <class Element>
struct store_sink {
  static constexpr const char* name = "store";
  struct storage {};
  struct result {};
  std::byte* out;

  static store_sink of(const device_column& column) { return {column.out}; }

  template <class Thread, class Group, class Place, class Value, unsigned items>
  CODAG_DEVICE void take(const Thread& t, const Group& group, const Place& place,
                         const Value (&values)[items], storage& /*shared*/, result&) const {
    auto* const to = reinterpret_cast<Element*>(out + place.out_offset) + place.begin;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; i += pieces<Place>::values)
      store_piece<Place>(t, to, group.rank(), i, place, values);
  }
  template <class Thread, class Group>
  CODAG_DEVICE void finish(const Thread&, const Group&, const result&) const {}

 private:
  /// What a thread writes at once: up to 16 bytes of the values that it holds in a row.
  template <class Place>
  struct pieces {
    static constexpr unsigned most = 16 / sizeof(Element);
    static constexpr unsigned values = Place::consecutive < most ? Place::consecutive : most;
    struct alignas(values * sizeof(Element)) type {
      Element elements[values];
    };
  };

  template <class Place, class Thread, class Value, unsigned items>
  static CODAG_DEVICE void store_piece(const Thread& t, Element* to, unsigned rank, unsigned first,
                                       const Place& place, const Value (&values)[items]) {
    using piece = typename pieces<Place>::type;
    constexpr unsigned in_piece = pieces<Place>::values;
    const std::uint32_t at = Place::index(rank, first);
    // The column's output is aligned to 8 bytes, and a chunk may begin at any element of it. Tiles
    // begin at a multiple of 16 bytes from there.
    const bool aligned = reinterpret_cast<std::uintptr_t>(to) % alignof(piece) == 0;
    if (at + in_piece <= place.valid && aligned) {
      piece whole;
      CODAG_UNROLL
      for (unsigned i = 0; i < in_piece; ++i)
        whole.elements[i] = static_cast<Element>(values[first + i]);
      t.store(reinterpret_cast<piece*>(to + at), whole);
      return;
    }
    CODAG_UNROLL
    for (unsigned i = 0; i < in_piece; ++i)
      if (at + i < place.valid) t.store(to + at + i, static_cast<Element>(values[first + i]));
  }
};

}  // namespace codag
