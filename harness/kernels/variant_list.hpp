// Every variant: a codec's device decoder under a schedule. A new codec is a line in all_codecs, a
// new schedule a line in all_schedules.
#pragma once

#include <cstdint>
#include <string_view>

#include "baselines/block_per_chunk/block_per_chunk.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/codec/rle_v2/device_decoder.hpp"
#include "codag/element_type.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/single_thread.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/schedule/warp_per_chunk_prefetch.hpp"
#include "codag/stream/register_input_buffer.hpp"
#include "codag/stream/shared_input_buffer.hpp"

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

/// What each schedule is, as a kernel over a decoder.
struct warp_all_threads_shared {
  template <class Decoder>
  using kernel = warp_per_chunk<Decoder, all_threads, shared_input>;
};
struct warp_all_threads_registers {
  template <class Decoder>
  using kernel = warp_per_chunk<Decoder, all_threads, register_input>;
};
struct warp_single_thread_shared {
  template <class Decoder>
  using kernel = warp_per_chunk<Decoder, single_thread, shared_input>;
};
struct warp_single_thread_registers {
  template <class Decoder>
  using kernel = warp_per_chunk<Decoder, single_thread, register_input>;
};
struct warp_prefetch {
  template <class Decoder>
  using kernel = warp_per_chunk_prefetch<Decoder>;
};
struct block {
  template <class Decoder>
  using kernel = baselines::block_per_chunk<Decoder, true>;
};
struct block_no_prefetch {
  template <class Decoder>
  using kernel = baselines::block_per_chunk<Decoder, false>;
};

template <class... Types>
struct type_list {
  static constexpr std::size_t size = sizeof...(Types);
};

using all_codecs = type_list<rle_v1_codec, rle_v2_codec, deflate_codec>;
using all_schedules =
    type_list<warp_all_threads_shared, warp_all_threads_registers, warp_single_thread_shared,
              warp_single_thread_registers, warp_prefetch, block, block_no_prefetch>;

/// A codec under a schedule, for the integer T that stands for an element type.
template <class Codec, class Schedule, class T>
using kernel_of = typename Schedule::template kernel<typename Codec::template decoder<T>>;

/// Calls f.template operator()<T>() with the integer that stands for the element type: a float is
/// the unsigned integer of its bits.
template <class F>
auto with_element(element_type type, F&& f) {
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
  return f.template operator()<std::uint8_t>();  // every element type is above
}

}  // namespace codag::harness
