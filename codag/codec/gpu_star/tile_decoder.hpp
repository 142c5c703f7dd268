// gpu_star's tile decoder: those of its three formats, of which the chunk names one.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gpu_star/gpu_star.hpp"
#include "codag/status.hpp"

namespace codag::gpu_star {

/// The formats' decoders have tiles of one size. A codec knows no other, so they are arguments.
template <class For, class Dfor, class Rfor>
struct tiles {
  static constexpr const char* name = "shared";
  using element = typename For::element;
  static constexpr std::uint32_t items = For::items;
  static_assert(Dfor::items == items && Rfor::items == items);

  union storage {
    typename For::storage of_for;
    typename Dfor::storage of_dfor;
    typename Rfor::storage of_rfor;
  };
  struct layout {
    format is;
    std::uint32_t tiles, in_order;
    union {
      typename For::layout of_for;
      typename Dfor::layout of_dfor;
      typename Rfor::layout of_rfor;
    };
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    if (!words.whole() || words.count() < header_words) return status::truncated_input;
    l.is = static_cast<format>(words(0));
    const Words chunk = words.after(header_words);
    // A layout is there only if the status is ok.
    const auto opened = [&](auto& of_format, status s) {
      if (s == status::ok) {
        l.tiles = of_format.tiles;
        l.in_order = of_format.in_order;
      }
      return s;
    };
    switch (l.is) {
      case format::gpu_for:
        return opened(l.of_for, For::open(chunk, values, whole_header, l.of_for));
      case format::gpu_dfor:
        return opened(l.of_dfor, Dfor::open(chunk, values, whole_header, l.of_dfor));
      case format::gpu_rfor:
        return opened(l.of_rfor, Rfor::open(chunk, values, whole_header, l.of_rfor));
    }
    return status::malformed_symbol;
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile,
                                         element (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    const Words chunk = words.after(header_words);
    if (l.is == format::gpu_for)
      return For::decode_tile(t, group, chunk, l.of_for, tile, For::ask(t, chunk, l.of_for, tile),
                              values, begin, valid, shared.of_for);
    if (l.is == format::gpu_dfor)
      return Dfor::decode_tile(t, group, chunk, l.of_dfor, tile,
                               Dfor::ask(t, chunk, l.of_dfor, tile), values, begin, valid,
                               shared.of_dfor);
    return Rfor::decode_tile(t, group, chunk, l.of_rfor, tile, Rfor::ask(t, chunk, l.of_rfor, tile),
                             values, begin, valid, shared.of_rfor);
  }
};

}  // namespace codag::gpu_star
