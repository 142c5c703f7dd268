// Every variant: a codec's device decoder under a schedule. A new one is a line in all_variants.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "baselines/block_per_chunk/block_per_chunk.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/codec/rle_v2/device_decoder.hpp"
#include "codag/element_type.hpp"
#include "codag/schedule/warp_per_chunk.hpp"

namespace codag::harness {

struct rle_v1_codec {
  static constexpr std::string_view name = "rle_v1";
  template <class T>
  using decoder = rle_v1::device_decoder<T>;
};

struct rle_v2_codec {
  static constexpr std::string_view name = "rle_v2";
  template <class T>
  using decoder = rle_v2::device_decoder<T>;
};

struct deflate_codec {
  static constexpr std::string_view name = "deflate";
  /// The same for every element: one kernel.
  template <class>
  using decoder = deflate::device_decoder<std::uint8_t>;
};

/// `Codec` names a codec and its decoder for an element; `Schedule` is a kernel template over it.
template <class Codec, template <class> class Schedule>
struct variant {
  static constexpr std::string_view codec = Codec::name;
  static constexpr std::string_view name =
      Schedule<typename Codec::template decoder<std::int8_t>>::name;
  template <class T>
  using kernel = Schedule<typename Codec::template decoder<T>>;
};

template <class... Variants>
struct variant_pack {
  static constexpr std::size_t size = sizeof...(Variants);
  /// Calls f.template operator()<V>() for the variant of that codec and name; false if there is
  /// none.
  template <class F>
  static bool visit(std::string_view codec, std::string_view name, F&& f) {
    return ((Variants::codec == codec && Variants::name == name &&
             (f.template operator()<Variants>(), true)) ||
            ...);
  }
  /// Whether visit() would find one.
  static constexpr bool has(std::string_view codec, std::string_view name) {
    return ((Variants::codec == codec && Variants::name == name) || ...);
  }
  /// (codec, name) of each variant.
  static constexpr std::array<std::pair<std::string_view, std::string_view>, size> names() {
    return {{{Variants::codec, Variants::name}...}};
  }
};

using all_variants = variant_pack<
    variant<rle_v1_codec, warp_per_chunk>, variant<rle_v1_codec, baselines::block_per_chunk>,
    variant<rle_v2_codec, warp_per_chunk>, variant<rle_v2_codec, baselines::block_per_chunk>,
    variant<deflate_codec, warp_per_chunk>, variant<deflate_codec, baselines::block_per_chunk>>;

/// Calls f.template operator()<T>() with the integer that stands for the element type: a float is
/// the unsigned integer of its bits.
template <class F>
void with_element(element_type type, F&& f) {
  switch (type) {
    case element_type::int8:
      return f.template operator()<std::int8_t>();
    case element_type::uint8:
      return f.template operator()<std::uint8_t>();
    case element_type::int16:
      return f.template operator()<std::int16_t>();
    case element_type::uint16:
      return f.template operator()<std::uint16_t>();
    case element_type::int32:
      return f.template operator()<std::int32_t>();
    case element_type::uint32:
    case element_type::float32:
      return f.template operator()<std::uint32_t>();
    case element_type::int64:
      return f.template operator()<std::int64_t>();
    case element_type::uint64:
    case element_type::float64:
      return f.template operator()<std::uint64_t>();
  }
}

}  // namespace codag::harness
