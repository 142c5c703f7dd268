// The tile kernels of this repository, by name. tile_kernels.cmake lists them, too. A new tile
// decoder needs one entry there and one here.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/codec/fastlanes/fastlanes.hpp"
#include "codag/codec/fastlanes/tile_decoder.hpp"
#include "codag/codec/gpu_bp/gpu_bp.hpp"
#include "codag/codec/gpu_bp/tile_decoder.hpp"
#include "codag/codec/gpu_dfor/gpu_dfor.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_dfor/warp_tiles.hpp"
#include "codag/codec/gpu_for/gpu_for.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/codec/gpu_for/warp_tiles.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/warp_tiles.hpp"
#include "codag/codec/gpu_simdbp128/gpu_simdbp128.hpp"
#include "codag/codec/gpu_simdbp128/tile_decoder.hpp"
#include "codag/codec/gpu_star/gpu_star.hpp"
#include "codag/codec/gpu_star/tile_decoder.hpp"
#include "codag/codec/gpu_vbyte/gpu_vbyte.hpp"
#include "codag/codec/gpu_vbyte/tile_decoder.hpp"
#include "codag/codec/none/none.hpp"
#include "codag/codec/none/tile_decoder.hpp"
#include "codag/codec/nsf/nsf.hpp"
#include "codag/codec/nsf/tile_decoder.hpp"
#include "codag/codec/nsv/nsv.hpp"
#include "codag/codec/nsv/tile_decoder.hpp"
#include "codag/codec/rle/rle.hpp"
#include "codag/codec/rle/tile_decoder.hpp"
#include "codag/element_types.hpp"
#include "codag/tile/block_per_tile.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/store_sink.hpp"
#include "codag/tile/warp_per_tile.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// What a launch of block_per_tile chooses. The depth is the D of section 4.2 of "Tile-based
/// Lightweight Integer Compression in GPU", which chooses 4.
inline constexpr std::array block_per_tile_parameters{
    parameter{.key = "tile_depth",
              .label = "depth",
              .least = 1,
              .most = 32,
              .standard = 4,
              .power_of_two = true,
              .help = "blocks of 128 values per tile"},
    parameter{.key = "tiles_per_block",
              .label = "tiles",
              .least = 1,
              .most = 64,
              .standard = standard_tiles_per_block,
              .help = "tiles that a block of threads decodes"}};
static_assert(well_declared(block_per_tile_parameters));

// A schedule as a row has it: its kernel for a decoder, an element and a sink, and how that is made
// for a launch.

/// By blocks: the launch chooses the depth and the tiles per block, or these alone.
template <bool any_depth>
struct by_blocks {
  template <class Decoder, class Element, class Sink>
  using kernel = block_per_tile<Decoder, Element, Sink>;
  static constexpr const char* name = "block_per_tile";
  static constexpr std::span<const parameter> parameters =
      std::span<const parameter>(block_per_tile_parameters).subspan(any_depth ? 0 : 1);
  template <class Kernel, class Sink>
  static Kernel make(const device_column& column, std::span<const std::uint64_t> values,
                     refusal* refusals, const Sink& sink) {
    // A sink's parameters follow.
    const auto in_turn = static_cast<std::uint32_t>(values[parameters.size() - 1]);
    return {{column, Kernel::groups_for(column, in_turn), refusals}, sink};
  }
};
using blocks_of_any_depth = by_blocks<true>;
using blocks_of_one_depth = by_blocks<false>;

struct by_warps {
  template <class Decoder, class Element, class Sink>
  using kernel = warp_per_tile<Decoder, Element, Sink>;
  static constexpr const char* name = "warp_per_tile";
  static constexpr std::span<const parameter> parameters = warp_per_tile_parameters;
  template <class Kernel, class Sink>
  static Kernel make(const device_column& column, std::span<const std::uint64_t> values,
                     refusal* refusals, const Sink& sink) {
    const auto in_block = static_cast<std::uint32_t>(values[0]);
    const auto in_turn = static_cast<std::uint32_t>(values[1]);
    return {{column, Kernel::groups_for(column, in_turn), refusals}, sink, in_block, in_turn};
  }
};

/// A tile decoder of a codec: `decoder<Stored, depth>`, the schedule that it is for, and whether it
/// is the schedule's standard one for the codec. Of block_per_tile, that is the one with all that
/// the paper recommends. The others are the steps towards it (section 4.2) and an alternative to it
/// (section 4.3).
struct gpu_for_global {
  using element_types = gpu_for::element_types;
  template <class Stored, unsigned depth>
  using decoder = gpu_for::global_tiles<Stored, depth>;
  using schedule = blocks_of_any_depth;
  static constexpr bool standard = false;
};
template <class Unpacking, bool is_standard>
struct gpu_for_staged {
  using element_types = gpu_for::element_types;
  template <class Stored, unsigned depth>
  using decoder = gpu_for::shared_tiles<Stored, depth, Unpacking>;
  using schedule = blocks_of_any_depth;
  static constexpr bool standard = is_standard;
};
using gpu_for_shared = gpu_for_staged<bit_packing::loop_over_widths, false>;
using gpu_for_offsets = gpu_for_staged<bit_packing::precomputed_offsets, true>;
using gpu_for_one_width = gpu_for_staged<bit_packing::one_width, false>;
struct gpu_dfor_offsets {
  using element_types = gpu_dfor::element_types;
  template <class Stored, unsigned depth>
  using decoder = gpu_dfor::shared_tiles<Stored, depth>;
  using schedule = blocks_of_any_depth;
  static constexpr bool standard = true;
};
struct gpu_rfor_shared {
  using element_types = gpu_rfor::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_rfor::shared_tiles<Stored>;
  using schedule = blocks_of_one_depth;
  static constexpr bool standard = true;
};

// By a warp of its own.
struct gpu_for_warp {
  using element_types = gpu_for::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_for::warp_tiles<Stored>;
  using schedule = by_warps;
  static constexpr bool standard = true;
};

struct gpu_dfor_warp {
  using element_types = gpu_dfor::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_dfor::warp_tiles<Stored>;
  using schedule = by_warps;
  static constexpr bool standard = true;
};
struct gpu_rfor_warp {
  using element_types = gpu_rfor::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_rfor::warp_tiles<Stored>;
  using schedule = by_warps;
  static constexpr bool standard = true;
};

// What the paper compares with (sections 9.2 and 9.3).
struct none_global {
  using element_types = none::element_types;
  template <class Stored, unsigned depth>
  using decoder = none::tiles<Stored, depth>;
  using schedule = blocks_of_any_depth;
  static constexpr bool standard = true;
};
struct nsf_global {
  using element_types = nsf::element_types;
  template <class Stored, unsigned depth>
  using decoder = nsf::tiles<Stored, depth>;
  using schedule = blocks_of_any_depth;
  static constexpr bool standard = true;
};
struct nsv_global {
  using element_types = nsv::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = nsv::tiles<Stored>;
  using schedule = blocks_of_one_depth;
  static constexpr bool standard = true;
};
struct rle_global {
  using element_types = rle::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = rle::tiles<Stored>;
  using schedule = blocks_of_one_depth;
  static constexpr bool standard = true;
};
struct gpu_bp_global {
  using element_types = gpu_bp::element_types;
  template <class Stored, unsigned depth>
  using decoder = gpu_bp::tiles<Stored, depth>;
  using schedule = blocks_of_any_depth;
  static constexpr bool standard = true;
};
struct gpu_vbyte_global {
  using element_types = gpu_vbyte::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_vbyte::tiles<Stored>;
  using schedule = blocks_of_one_depth;
  static constexpr bool standard = true;
};
struct gpu_simdbp128_shared {
  using element_types = gpu_simdbp128::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_simdbp128::tiles<Stored>;
  using schedule = blocks_of_one_depth;
  static constexpr bool standard = true;
};

// A format that a chunk names, and a layout that the paper does not have.
struct gpu_star_shared {
  using element_types = gpu_star::element_types;
  template <class Stored, unsigned /*depth*/>  // a block of gpu_rfor has as many values as depth 4
  using decoder =
      gpu_star::tiles<gpu_for_offsets::decoder<Stored, 4>, gpu_dfor_offsets::decoder<Stored, 4>,
                      gpu_rfor_shared::decoder<Stored, 4>>;
  using schedule = blocks_of_one_depth;
  static constexpr bool standard = true;
};
struct fastlanes_lanes {
  using element_types = fastlanes::element_types;
  template <class Stored, unsigned /*depth*/>
  using decoder = fastlanes::tiles<Stored>;
  using schedule = blocks_of_one_depth;
  static constexpr bool standard = true;
};

/// The decoder's name, which is the same for all that it stores.
template <class Tiles>
inline constexpr const char* decoder_name =
    Tiles::template decoder<typename first_of<typename Tiles::element_types>::type, 1>::name;

/// Calls f.template operator()<depth>() with the depth that the launch chooses.
template <class Tiles, class F>
auto with_depth(std::span<const std::uint64_t> values, const F& f) {
  if constexpr (!std::is_same_v<typename Tiles::schedule, blocks_of_any_depth>) {
    return f.template operator()<1>();
  } else {
    switch (values[0]) {
      case 1:
        return f.template operator()<1>();
      case 2:
        return f.template operator()<2>();
      case 4:
        return f.template operator()<4>();
      case 8:
        return f.template operator()<8>();
      case 16:
        return f.template operator()<16>();
      case 32:
        return f.template operator()<32>();
      default:
        throw std::invalid_argument("no tile kernel has that depth");
    }
  }
}

/// What a codec stores an Element as, by its list of element types: void if it has none.
template <class Types, class Element>
struct stored_as;
template <class Element>
struct stored_as<every_element_within<>, Element> : std::type_identity<void> {};
template <class First, class... Rest, class Element>
struct stored_as<every_element_within<First, Rest...>, Element>
    : std::conditional_t<sizeof(Element) <= sizeof(First), std::type_identity<First>,
                         stored_as<every_element_within<Rest...>, Element>> {};

template <class Tiles>
struct stored_by {
  template <class Element>
  using type =
      std::negation<std::is_void<typename stored_as<typename Tiles::element_types, Element>::type>>;
};
/// The list of a sink without what the codec does not store. A sink declares the same list whatever
/// its Element. Kernels are compiled for these types alone.
template <class Tiles, class Sink>
using tile_elements =
    typename filtered<stored_by<Tiles>::template type,
                      typename Sink::template sink<typename first_of<
                          typename Tiles::element_types>::type>::element_types>::type;
/// The first of them, which is the smallest.
template <class Tiles, class Sink>
using first_element = typename first_of<tile_elements<Tiles, Sink>>::type;

/// Calls f.template operator()<Element, depth>() with the integer that a sink sees an element as
/// and the depth that the launch chooses.
template <class Tiles, class Sink, class F>
auto with_tile(element_type type, std::span<const std::uint64_t> values, const F& f) {
  return with_depth<Tiles>(values, [&]<unsigned depth>() {
    return with_element(tile_elements<Tiles, Sink>{}, type,
                        [&]<class Element>() { return f.template operator()<Element, depth>(); });
  });
}

/// The kernel of a tile decoder with a sink of Elements. `refusals` has room for one per group.
template <class Tiles, class Element, unsigned depth, class Sink>
auto make_tiles(const device_column& column, std::span<const std::uint64_t> values,
                std::byte* refusals, const Sink& sink) {
  using schedule = typename Tiles::schedule;
  using stored = typename stored_as<typename Tiles::element_types, Element>::type;
  using decoder = typename Tiles::template decoder<stored, depth>;
  return schedule::template make<typename schedule::template kernel<decoder, Element, Sink>>(
      column, values, reinterpret_cast<refusal*>(refusals), sink);
}

/// The sink that stores, as a row has it.
struct storing {
  template <class Element>
  using sink = store_sink<Element>;
};

/// The kernel that stores the values.
template <class Tiles, class Element, unsigned depth>
auto make_storing_tiles(const device_column& column, const launch_choice& choice) {
  return make_tiles<Tiles, Element, depth>(column, choice.values, choice.workspace,
                                           store_sink<Element>::of(column));
}

/// The kernel, which is not timed, that gives each chunk its status after those of `tiles` have
/// run.
template <class Kernel>
status_kernel statuses_after(const Kernel& tiles) {
  const device_column& column = tiles.groups.column;
  return {tiles.groups.refusals, tiles.groups.per_chunk, column.statuses, column.chunk_count};
}

/// Calls f(kernel) with the tile kernel of a launch.
template <class Tiles, class F>
auto with_storing_kernel(const device_column& column, const launch_choice& choice, const F& f) {
  return with_tile<Tiles, storing>(
      choice.type, choice.values, [&]<class Element, unsigned depth>() {
        return f(make_storing_tiles<Tiles, Element, depth>(column, choice));
      });
}

/// Calls run(kernel) with the kernel of the launch's phase, if it has one.
template <class Tiles, class Run>
void each_tile_kernel(const device_column& column, const launch_choice& choice, const Run& run) {
  with_storing_kernel<Tiles>(column, choice, [&](const auto& tiles) {
    if (choice.phase == phase::timed) run(tiles);
    if (choice.phase == phase::after) run(statuses_after(tiles));
  });
}

/// The functions of a tile decoder. Each is compiled in its own file.
template <class Tiles>
host_function<device_column> tiles_on_host();
template <class Tiles>
cuda_functions<device_column> tiles_on_cuda();

/// The row of a codec's tile decoder with the sink that stores. The functions are null for a
/// backend that this build lacks.
template <class Tiles>
column_kernel storing_row(std::string_view codec) {
  using smallest = first_element<Tiles, storing>;
  static constexpr std::array parts{part{"schedule", Tiles::schedule::name},
                                    part{"sink", store_sink<smallest>::name},
                                    part{"unpacking", decoder_name<Tiles>}};
  static constexpr joined_parts name{parts, Tiles::standard ? 2u : 3u};
  column_kernel row{.facts = {.family = family::tile,
                              .codec = codec,
                              .variant = name.text,
                              .parts = parts,
                              .parameters = Tiles::schedule::parameters,
                              .supports = supports_type<tile_elements<Tiles, storing>>}};
  // A launch does not say what its elements are: as many refusals as for the smallest.
  row.workspace_bytes = [](const device_column& column,
                           std::span<const std::uint64_t> values) -> std::uint64_t {
    return with_depth<Tiles>(values, [&]<unsigned depth>() {
      const auto tiles =
          make_storing_tiles<Tiles, smallest, depth>(column, {element_type{}, values});
      return sizeof(refusal) * std::uint64_t{tiles.groups.count()};
    });
  };
#ifdef CODAG_HAVE_HOST_BACKEND
  row.run = tiles_on_host<Tiles>();
#endif
#ifdef CODAG_HAVE_CUDA
  row.cuda = tiles_on_cuda<Tiles>();
#endif
  return row;
}

}  // namespace codag::harness
