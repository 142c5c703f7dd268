// NSF as a cascade, which has one layer and so one pass.
#pragma once

#include <cstdint>

#include "baselines/cascaded/pass.hpp"
#include "codag/annotate.hpp"
#include "codag/codec/nsf/tile_decoder.hpp"
#include "codag/status.hpp"

namespace codag::baselines::cascaded {

/// The only pass: extends each value to a word. The paper's D is 4.
template <class Stored>
struct extend_values {
  using format = nsf::tiles<Stored, 4>;
  static constexpr const char* name = "cascaded_values";
  static constexpr bool first = true;
  using storage = typename format::storage;

  Stored* to;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename format::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& shared) const {
    Stored values[format::items];
    std::uint32_t begin, valid;
    const status s = format::decode_tile(t, group, words, l, tile, values, begin, valid, shared);
    CODAG_UNROLL
    for (unsigned i = 0; i < format::items; ++i) {
      const std::uint32_t value = i * tile_threads + group.rank();
      if (value < valid) t.store(to + place.first + begin + value, values[i]);
    }
    return s;
  }
};

}  // namespace codag::baselines::cascaded
