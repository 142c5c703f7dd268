// The decode kernels of this repository: codecs and schedules by name. decode_kernels.cmake lists
// the pairs of codec and schedule. docs/adding.md lists what a new codec or schedule needs.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/block_per_chunk/block_per_chunk.hpp"
#include "codag/codec/deflate/deflate.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "codag/codec/deflate/lanes_decoder.hpp"
#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_bit/device_decoder.hpp"
#include "codag/codec/gompresso_bit/gompresso_bit.hpp"
#include "codag/codec/gompresso_bit/ring_decoder.hpp"
#include "codag/codec/gompresso_bit/token_decoder.hpp"
#include "codag/codec/gompresso_byte/device_decoder.hpp"
#include "codag/codec/gompresso_byte/gompresso_byte.hpp"
#include "codag/codec/gompresso_byte/pair_decoder.hpp"
#include "codag/codec/gompresso_byte/ring_decoder.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/codec/rle_v1/lanes_decoder.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v1/walker.hpp"
#include "codag/codec/rle_v2/device_decoder.hpp"
#include "codag/codec/rle_v2/lanes_decoder.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/walker.hpp"
#include "codag/codec/vle/device_decoder.hpp"
#include "codag/codec/vle/lanes_decoder.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/element_type.hpp"
#include "codag/element_types.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/chunks_per_warp.hpp"
#include "codag/schedule/decode_then_write.hpp"
#include "codag/schedule/opened_lanes.hpp"
#include "codag/schedule/parse_then_write.hpp"
#include "codag/schedule/resolving_lanes.hpp"
#include "codag/schedule/ring_lanes.hpp"
#include "codag/schedule/ring_pairs.hpp"
#include "codag/schedule/single_thread.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/schedule/warp_per_chunk_prefetch.hpp"
#include "codag/schedule/warps_per_chunk.hpp"
#include "codag/stream/register_input_buffer.hpp"
#include "codag/stream/shared_input_buffer.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

struct rle_v1_codec {
  static constexpr std::string_view name = "rle_v1";
  using element_types = rle_v1::element_types;
  template <class T>
  using decoder = rle_v1::device_decoder<T>;
  template <class T>
  using lanes_decoder = rle_v1::lanes_decoder<T>;
  using walker = rle_v1::walker;
};

struct rle_v2_codec {
  static constexpr std::string_view name = "rle_v2";
  using element_types = rle_v2::element_types;
  template <class T>
  using decoder = rle_v2::device_decoder<T>;
  template <class T>
  using lanes_decoder = rle_v2::lanes_decoder<T>;
  using walker = rle_v2::walker;
};

struct deflate_codec {
  static constexpr std::string_view name = "deflate";
  using element_types = deflate::element_types;
  template <class T>
  using decoder = deflate::device_decoder<T>;
  template <class T>
  using listing_decoder = deflate::lanes_decoder<T>;
};

struct vle_codec {
  static constexpr std::string_view name = "vle";
  using element_types = vle::element_types;
  template <class T>
  using decoder = vle::device_decoder<T>;
  template <class T>
  using lanes_decoder = vle::lanes_decoder<T>;
};

struct gompresso_byte_codec {
  static constexpr std::string_view name = "gompresso_byte";
  using element_types = gompresso_byte::element_types;
  template <class T>
  using resolving_decoder = gompresso_byte::device_decoder;
  template <class T>
  using ring_decoder = gompresso_byte::ring_decoder;
  template <class T>
  using pair_decoder = gompresso_byte::pair_decoder;
};

struct gompresso_bit_codec {
  static constexpr std::string_view name = "gompresso_bit";
  using element_types = gompresso_bit::element_types;
  template <class T>
  using resolving_decoder = gompresso_bit::device_decoder;
  template <class T>
  using ring_decoder = gompresso_bit::ring_decoder;
  template <class T>
  using token_decoder = gompresso_bit::token_decoder;
};

/// The kernel of each schedule, for a codec and the integer type T that represents an element type.
/// A schedule is called as its variant, with _ for /.
struct warp_per_chunk_all_threads_shared {
  template <class Codec, class T>
  using kernel = warp_per_chunk<typename Codec::template decoder<T>, all_threads, shared_input>;
};
struct warp_per_chunk_all_threads_registers {
  template <class Codec, class T>
  using kernel = warp_per_chunk<typename Codec::template decoder<T>, all_threads, register_input>;
};
struct warp_per_chunk_single_thread_shared {
  template <class Codec, class T>
  using kernel = warp_per_chunk<typename Codec::template decoder<T>, single_thread, shared_input>;
};
struct warp_per_chunk_single_thread_registers {
  template <class Codec, class T>
  using kernel = warp_per_chunk<typename Codec::template decoder<T>, single_thread, register_input>;
};
struct warp_per_chunk_lanes_shared {
  template <class Codec, class T>
  using kernel = lanes_launch<typename Codec::template lanes_decoder<T>>;
};
struct warps_per_chunk_lanes_shared {
  template <class Codec, class T>
  using kernel = warps_per_chunk<typename Codec::template lanes_decoder<T>, typename Codec::walker>;
};
struct pipeline_lanes_shared {
  template <class Codec, class T>
  using kernel = parse_then_write<typename Codec::template listing_decoder<T>>;
};
struct warp_per_chunk_lanes_global {
  template <class Codec, class T>
  using kernel = resolving_lanes<typename Codec::template resolving_decoder<T>>;
};
struct warp_per_chunk_lanes_ring {
  template <class Codec, class T>
  using kernel = ring_lanes<typename Codec::template ring_decoder<T>>;
};
struct warps_per_chunk_lanes_ring {
  template <class Codec, class T>
  using kernel = ring_pairs<typename Codec::template pair_decoder<T>>;
};
struct chunks_per_warp_all_threads_shared {
  template <class Codec, class T>
  using kernel = chunks_per_warp<typename Codec::template decoder<T>>;
};
struct pipeline_lanes_ring {
  template <class Codec, class T>
  using kernel = decode_then_write<typename Codec::template token_decoder<T>>;
};
struct warp_per_chunk_prefetch {
  template <class Codec, class T>
  using kernel = codag::warp_per_chunk_prefetch<typename Codec::template decoder<T>>;
};
struct block_per_chunk {
  template <class Codec, class T>
  using kernel = baselines::block_per_chunk<typename Codec::template decoder<T>, true>;
};
struct block_per_chunk_no_prefetch {
  template <class Codec, class T>
  using kernel = baselines::block_per_chunk<typename Codec::template decoder<T>, false>;
};

template <class Codec, class Schedule, class T>
using kernel_of = typename Schedule::template kernel<Codec, T>;

/// A codec with a schedule.
template <class Codec, class Schedule>
struct decode_launch {
  using argument = device_column;
  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    with_element(typename Codec::element_types{}, choice.type, [&]<class T>() {
      codag::run_kernels<kernel_of<Codec, Schedule, T>>(column, choice, run);
    });
  }
};

/// A decoder whose launch chooses parts by the column's tokens.
template <class Kernel>
concept chooses_parts =
    requires(const device_column& column, std::byte* workspace, std::uint32_t chunk) {
      { Kernel::recorded_bytes(column) } -> std::same_as<std::uint64_t>;
      Kernel::parts_that_ran(column, workspace);
      { Kernel::writer_of(column, workspace, chunk) } -> std::same_as<std::string_view>;
    };

/// Why a column of that codec cannot be decoded with those values of resolving_lanes, with the
/// remedy; empty if it can.
template <class Codec>
std::string why_not_independent(const chunked_column& column,
                                std::span<const std::uint64_t> values) {
  using declared = resolving_lanes<typename Codec::template resolving_decoder<std::uint8_t>>;
  if (!declared::needs_independence(values)) return {};
  const auto says = [&](const chunk& c) {
    return gompresso::says_independent(std::span(column.bytes).subspan(c.in_offset, c.in_bytes));
  };
  if (std::ranges::all_of(column.chunks, says)) return {};
  return "resolve no_dependency needs a column without dependencies: give the codec " +
         std::string(Codec::name) + " the setting \"eliminate_dependencies\": \"yes\"";
}

/// The row of a codec and a schedule.
template <class Codec, class Schedule>
column_kernel row_of() {
  using kernel = kernel_of<Codec, Schedule, std::uint8_t>;  // facts do not depend on the type
  column_kernel row = row_of_launch<decode_launch<Codec, Schedule>>(facts_of_kernel<kernel>(
      family::decode, Codec::name, supports_type<typename Codec::element_types>));
  if constexpr (requires { &kernel::workspace_bytes; })
    row.workspace_bytes = kernel::workspace_bytes;
  if constexpr (chooses_parts<kernel>)
    row.chosen = {.bytes = kernel::recorded_bytes,
                  .parts =
                      [](const device_column& column, std::byte* recorded) {
                        const auto ran = kernel::parts_that_ran(column, recorded);
                        return std::vector<part>(ran.begin(), ran.end());
                      },
                  .of_chunk = kernel::writer_of};
  if constexpr (requires { &kernel::needs_independence; }) row.why_not = why_not_independent<Codec>;
  return row;
}

}  // namespace codag::harness
