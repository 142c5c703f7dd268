// The kernels of tile decoders: for a launch, and as rows of the registry.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "codag/element_types.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/store_sink.hpp"
#include "harness/kernels/row.hpp"
#include "harness/kernels/tile_decoders.hpp"
#include "harness/kernels/tile_schedules.hpp"

namespace codag::harness {

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

/// A tile decoder that stores.
template <class Tiles>
struct tile_launch {
  using argument = device_column;
  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    with_storing_kernel<Tiles>(column, choice, [&](const auto& tiles) {
      if (choice.phase == phase::timed) run(tiles);
      if (choice.phase == phase::after) run(statuses_after(tiles));
    });
  }
};

/// The row of a codec's tile decoder with the sink that stores.
template <class Tiles>
column_kernel storing_row(std::string_view codec) {
  using smallest = first_element<Tiles, storing>;
  static constexpr std::array parts{part{"schedule", Tiles::schedule::name},
                                    part{"sink", store_sink<smallest>::name},
                                    part{"unpacking", decoder_name<Tiles>}};
  static constexpr joined_parts name{parts, Tiles::standard ? 2u : 3u};
  column_kernel row =
      row_of_launch<tile_launch<Tiles>>({.family = family::tile,
                                         .codec = codec,
                                         .variant = name.text,
                                         .parts = parts,
                                         .parameters = Tiles::schedule::parameters,
                                         .supports = supports_type<tile_elements<Tiles, storing>>});
  // A launch does not say what its elements are: as many refusals as for the smallest.
  row.workspace_bytes = [](const device_column& column,
                           std::span<const std::uint64_t> values) -> std::uint64_t {
    return with_depth<Tiles>(values, [&]<unsigned depth>() {
      const auto tiles =
          make_storing_tiles<Tiles, smallest, depth>(column, {element_type{}, values});
      return sizeof(refusal) * std::uint64_t{tiles.groups.count()};
    });
  };
  return row;
}

}  // namespace codag::harness
