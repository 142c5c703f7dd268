// The tile decoders of this repository, by name. tile_kernels.cmake lists them, too. A new one
// needs one entry there and one here.
#pragma once

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
#include "harness/kernels/tile_schedules.hpp"

namespace codag::harness {

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
struct gpu_bp_shared {
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

}  // namespace codag::harness
