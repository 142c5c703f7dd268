// The tile kernels of this repository, by name. tile_kernels.cmake lists them, too. A new tile
// decoder needs one entry there and one here.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/codec/fastlanes/tile_decoder.hpp"
#include "codag/codec/gpu_bp/tile_decoder.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_simdbp128/tile_decoder.hpp"
#include "codag/codec/gpu_star/tile_decoder.hpp"
#include "codag/codec/gpu_vbyte/tile_decoder.hpp"
#include "codag/codec/none/tile_decoder.hpp"
#include "codag/codec/nsf/tile_decoder.hpp"
#include "codag/codec/nsv/tile_decoder.hpp"
#include "codag/codec/rle/tile_decoder.hpp"
#include "codag/tile/block_per_tile.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/store_sink.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// The D of section 4.2 of "Tile-based Lightweight Integer Compression in GPU", which chooses 4.
inline constexpr std::array tile_depth_parameter{
    parameter{.key = "tile_depth",
              .label = "depth",
              .least = 1,
              .most = 32,
              .standard = 4,
              .power_of_two = true,
              .help = "blocks of 128 values per tile"}};
static_assert(well_declared(tile_depth_parameter));

/// A tile decoder of a codec: `decoder<Stored, depth>`, whether a launch chooses the depth, and
/// whether it is the codec's standard one, with all that the paper recommends. The others are the
/// steps towards it (section 4.2) and beside it (section 4.3).
struct gpu_for_global {
  template <class Stored, unsigned depth>
  using decoder = gpu_for::global_tiles<Stored, depth>;
  static constexpr bool any_depth = true, standard = false;
};
template <class Unpacking, bool is_standard>
struct gpu_for_staged {
  template <class Stored, unsigned depth>
  using decoder = gpu_for::shared_tiles<Stored, depth, Unpacking>;
  static constexpr bool any_depth = true, standard = is_standard;
};
using gpu_for_shared = gpu_for_staged<bit_packing::loop_over_widths, false>;
using gpu_for_offsets = gpu_for_staged<bit_packing::precomputed_offsets, true>;
using gpu_for_one_width = gpu_for_staged<bit_packing::one_width, false>;
struct gpu_dfor_offsets {
  template <class Stored, unsigned depth>
  using decoder = gpu_dfor::shared_tiles<Stored, depth>;
  static constexpr bool any_depth = true, standard = true;
};
struct gpu_rfor_shared {
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_rfor::shared_tiles<Stored>;
  static constexpr bool any_depth = false, standard = true;
};

// What the paper compares with (sections 9.2 and 9.3).
struct none_global {
  template <class Stored, unsigned depth>
  using decoder = none::tiles<Stored, depth>;
  static constexpr bool any_depth = true, standard = true;
};
struct nsf_global {
  template <class Stored, unsigned depth>
  using decoder = nsf::tiles<Stored, depth>;
  static constexpr bool any_depth = true, standard = true;
};
struct nsv_global {
  template <class Stored, unsigned /*depth*/>
  using decoder = nsv::tiles<Stored>;
  static constexpr bool any_depth = false, standard = true;
};
struct rle_global {
  template <class Stored, unsigned /*depth*/>
  using decoder = rle::tiles<Stored>;
  static constexpr bool any_depth = false, standard = true;
};
struct gpu_bp_global {
  template <class Stored, unsigned depth>
  using decoder = gpu_bp::tiles<Stored, depth>;
  static constexpr bool any_depth = true, standard = true;
};
struct gpu_vbyte_global {
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_vbyte::tiles<Stored>;
  static constexpr bool any_depth = false, standard = true;
};
struct gpu_simdbp128_shared {
  template <class Stored, unsigned /*depth*/>
  using decoder = gpu_simdbp128::tiles<Stored>;
  static constexpr bool any_depth = false, standard = true;
};

// A format that a chunk names, and a layout that the paper does not have.
struct gpu_star_shared {
  template <class Stored, unsigned /*depth*/>  // a block of gpu_rfor has as many values as depth 4
  using decoder =
      gpu_star::tiles<gpu_for_offsets::decoder<Stored, 4>, gpu_dfor_offsets::decoder<Stored, 4>,
                      gpu_rfor_shared::decoder<Stored, 4>>;
  static constexpr bool any_depth = false, standard = true;
};
struct fastlanes_lanes {
  template <class Stored, unsigned /*depth*/>
  using decoder = fastlanes::tiles<Stored>;
  static constexpr bool any_depth = false, standard = true;
};

/// Calls f.template operator()<Element, depth>() with the integer that an element is written as and
/// the depth that the launch chooses.
template <class Tiles, class F>
auto with_tile(element_type type, std::span<const std::uint64_t> values, const F& f) {
  const auto with_depth = [&]<class Element>() {
    if constexpr (!Tiles::any_depth) {
      return f.template operator()<Element, 1>();
    } else {
      switch (values[0]) {
        case 1:
          return f.template operator()<Element, 1>();
        case 2:
          return f.template operator()<Element, 2>();
        case 4:
          return f.template operator()<Element, 4>();
        case 8:
          return f.template operator()<Element, 8>();
        case 16:
          return f.template operator()<Element, 16>();
        case 32:
          return f.template operator()<Element, 32>();
        default:
          throw std::invalid_argument("no tile kernel has that depth");
      }
    }
  };
  switch (size_of(type)) {
    case 1:
      return with_depth.template operator()<std::uint8_t>();
    case 2:
      return with_depth.template operator()<std::uint16_t>();
    case 4:
      return with_depth.template operator()<std::uint32_t>();
    default:
      return with_depth.template operator()<std::uint64_t>();
  }
}

/// What an element is stored as.
template <class Element>
using stored_as = std::conditional_t<sizeof(Element) == 8, std::uint64_t, std::uint32_t>;

/// The kernel that stores the values. After it, a kernel that is not timed gives each chunk its
/// status.
template <class Tiles, class Element, unsigned depth>
using storing_tiles = block_per_tile<typename Tiles::template decoder<stored_as<Element>, depth>,
                                     Element, store_sink<Element>>;

template <class Tiles, class Element, unsigned depth>
storing_tiles<Tiles, Element, depth> make_tiles(const device_column& column,
                                                const launch_choice& choice) {
  using kernel = storing_tiles<Tiles, Element, depth>;
  return {column, kernel::groups_for(column), reinterpret_cast<refusal*>(choice.workspace),
          store_sink<Element>::of(column)};
}

/// Calls run(kernel) with the kernel of the launch's phase, if it has one.
template <class Tiles, class Run>
void each_tile_kernel(const device_column& column, const launch_choice& choice, const Run& run) {
  with_tile<Tiles>(choice.type, choice.values, [&]<class Element, unsigned depth>() {
    const auto tiles = make_tiles<Tiles, Element, depth>(column, choice);
    if (choice.phase == phase::timed) run(tiles);
    if (choice.phase == phase::after)
      run(status_kernel{tiles.refusals, tiles.groups, column.statuses, column.chunk_count});
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
  using decoder = typename Tiles::template decoder<std::uint32_t, 1>;
  using sink = store_sink<std::uint32_t>;
  static constexpr std::array parts{part{"schedule", "block_per_tile"}, part{"sink", sink::name},
                                    part{"unpacking", decoder::name}};
  static constexpr joined_parts name{parts, Tiles::standard ? 2u : 3u};
  column_kernel row{
      .facts = {.family = family::tile, .codec = codec, .variant = name.text, .parts = parts}};
  if constexpr (Tiles::any_depth) row.facts.parameters = tile_depth_parameter;
  // A launch does not say what its elements are: as many refusals as for the smallest.
  row.workspace_bytes = [](const device_column& column,
                           std::span<const std::uint64_t> values) -> std::uint64_t {
    return with_tile<Tiles>(element_type::uint8, values, [&]<class Element, unsigned depth>() {
      return sizeof(refusal) * std::uint64_t{column.chunk_count} *
             storing_tiles<Tiles, Element, depth>::groups_for(column);
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
