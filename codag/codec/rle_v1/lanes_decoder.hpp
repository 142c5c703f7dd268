// rle_v1's decoder for lanes: the lanes of a warp parse different symbols of a chunk.
#pragma once

#include <type_traits>

#include "codag/codec/rle_v1/byte_lanes.hpp"
#include "codag/codec/rle_v1/short_symbols.hpp"
#include "codag/codec/rle_v1/wide_lanes.hpp"

namespace codag::rle_v1 {

/// A lanes_decoder (see the concept) for elements of T's width. It is also the sequential device
/// decoder, which decodes what a fast path has not proved.
template <class T>
struct lanes_decoder : std::conditional_t<sizeof(T) == 1, byte_lanes<T>, wide_lanes<T>> {
  using opening = short_symbols<T>;
};

}  // namespace codag::rle_v1
