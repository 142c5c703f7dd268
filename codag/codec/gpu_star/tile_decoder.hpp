// gpu_star's tile decoder: those of its three formats, of which the chunk names one.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_star/gpu_star.hpp"
#include "codag/status.hpp"

namespace codag::gpu_star {

/// A tile has 512 values, at the paper's D of 4: as many as a block of gpu_rfor.
template <bit_packing::stored_value Stored>
struct tiles {
  static constexpr const char* name = "shared";
  using element = Stored;
  static constexpr std::uint32_t items = 4;

 private:
  using for_tiles = gpu_for::shared_tiles<Stored, items, bit_packing::precomputed_offsets>;
  using dfor_tiles = gpu_dfor::shared_tiles<Stored, items>;
  using rfor_tiles = gpu_rfor::shared_tiles<Stored>;
  static_assert(rfor_tiles::items == items);

  /// The chunk of the format, after the header.
  template <class Words>
  struct words_of_format {
    const Words& all;
    CODAG_DEVICE bool whole() const { return all.whole(); }
    CODAG_DEVICE std::uint32_t count() const { return all.count() - header_words; }
    CODAG_DEVICE std::uint32_t operator()(std::uint32_t index) const {
      return all(header_words + index);
    }
  };

 public:
  union storage {
    typename for_tiles::storage of_for;
    typename dfor_tiles::storage of_dfor;
    typename rfor_tiles::storage of_rfor;
  };
  struct layout {
    format is;
    std::uint32_t tiles, in_order;
    union {
      typename for_tiles::layout of_for;
      typename dfor_tiles::layout of_dfor;
      typename rfor_tiles::layout of_rfor;
    };
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    if (!words.whole() || words.count() < header_words) return status::truncated_input;
    l.is = static_cast<format>(words(0));
    const words_of_format<Words> chunk{words};
    const auto opened = [&](auto& of_format, status s) {
      l.tiles = of_format.tiles;
      l.in_order = of_format.in_order;
      return s;
    };
    switch (l.is) {
      case format::gpu_for:
        return opened(l.of_for, for_tiles::open(chunk, values, whole_header, l.of_for));
      case format::gpu_dfor:
        return opened(l.of_dfor, dfor_tiles::open(chunk, values, whole_header, l.of_dfor));
      case format::gpu_rfor:
        return opened(l.of_rfor, rfor_tiles::open(chunk, values, whole_header, l.of_rfor));
    }
    return status::malformed_symbol;
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    const words_of_format<Words> chunk{words};
    if (l.is == format::gpu_for)
      return for_tiles::decode_tile(t, group, chunk, l.of_for, tile, values, begin, valid,
                                    shared.of_for);
    if (l.is == format::gpu_dfor)
      return dfor_tiles::decode_tile(t, group, chunk, l.of_dfor, tile, values, begin, valid,
                                     shared.of_dfor);
    return rfor_tiles::decode_tile(t, group, chunk, l.of_rfor, tile, values, begin, valid,
                                   shared.of_rfor);
  }
};

}  // namespace codag::gpu_star
