// The tile kernels with another sink than store: their rows. sink_kernels.cmake lists them. A new
// sink needs a struct here and its name there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "codag/tile/clear_total.hpp"
#include "codag/tile/count_sink.hpp"
#include "codag/tile/filtered_sum_sink.hpp"
#include "codag/tile/predicates.hpp"
#include "codag/tile/random_rows.hpp"
#include "codag/tile/row_filter.hpp"
#include "codag/tile/select_sink.hpp"
#include "codag/tile/sum_sink.hpp"
#include "harness/kernels/sink_check.hpp"
#include "harness/kernels/tile_kernels.hpp"

namespace codag::harness {

/// The condition of count and select: a value from 0 to this one. With integers from 0 to 2^16,
/// the standard keeps half of them.
inline constexpr std::array most_parameter{
    parameter{.key = "most",
              .label = "most",
              .least = 0,
              .most = 0x7fffffff,  // of every type
              .standard = (1 << 15) - 1,
              .help = "greatest value that meets the condition"}};
/// Which rows filtered_sum keeps, which section 8 of "Tile-based Lightweight Integer Compression in
/// GPU" sweeps from none to all: random_rows. The standard is about one per cache line.
inline constexpr std::array selectivity_parameter{
    parameter{.key = "selectivity",
              .label = "selectivity",
              .scale = 1'000'000,
              .least = 0,
              .most = 1'000'000,
              .standard = 31'250,
              .help = "share of the rows that are kept, at random; up to six decimals"}};

/// The condition for a type. No negative value meets it: compared without a sign, they are larger.
template <class Element>
between<Element> up_to(std::uint64_t most) {
  return {0, static_cast<Element>(most)};
}

// A sink as a row has it: its type for a column's elements, its parameter if it has one, how it is
// made for a launch, and how its result is verified. A sink that is given something besides the
// values says how many bytes that takes (given_bytes, a whole number of words), and which kernel
// makes it (before).
struct summing {
  template <class Element>
  using sink = sum_sink<Element>;
  static constexpr std::span<const parameter> parameters{};
  static constexpr sink_check check = wrong_sum;
  template <class Element>
  static sink<Element> make(const device_column& /*column*/, const launch_choice& /*choice*/,
                            std::uint64_t* total) {
    return {total};
  }
};
struct counting {
  template <class Element>
  using sink = count_sink<between<Element>>;
  static constexpr std::span<const parameter> parameters = most_parameter;
  static constexpr sink_check check = wrong_count;
  template <class Element>
  static sink<Element> make(const device_column& /*column*/, const launch_choice& choice,
                            std::uint64_t* total) {
    return {up_to<Element>(choice.values.back()), total};
  }
};
struct selecting {
  template <class Element>
  using sink = select_sink<Element, between<Element>>;
  static constexpr std::span<const parameter> parameters = most_parameter;
  static constexpr sink_check check = wrong_selection;
  template <class Element>
  static sink<Element> make(const device_column& column, const launch_choice& choice,
                            std::uint64_t* total) {
    return {up_to<Element>(choice.values.back()), reinterpret_cast<Element*>(column.out),
            column.out_bytes / sizeof(Element), total};
  }
};

/// Its bitvector lies in the workspace, after the total, and is made before what is timed.
struct summing_filtered {
  template <class Element>
  using sink = filtered_sum_sink<Element>;
  static constexpr std::span<const parameter> parameters = selectivity_parameter;
  static constexpr sink_check check = wrong_filtered_sum;
  template <class Element>
  static sink<Element> make(const device_column& /*column*/, const launch_choice& /*choice*/,
                            std::uint64_t* total) {
    return {{reinterpret_cast<const std::uint32_t*>(total + 1)}, total};
  }
  static std::uint64_t given_bytes(const device_column& column) {
    // A launch does not say what its elements are: as many rows as of the smallest.
    using smallest = typename first_of<sink<std::uint32_t>::element_types>::type;
    return sizeof(std::uint32_t) * row_filter::word_count(column.out_bytes / sizeof(smallest));
  }
  static fill_row_filter before(const device_column& column, const launch_choice& choice) {
    return {{static_cast<std::uint32_t>(choice.values.back())},
            column.out_bytes / size_of(choice.type),
            reinterpret_cast<std::uint32_t*>(choice.workspace + sizeof(std::uint64_t))};
  }
};

/// A sink that a kernel prepares before what is timed.
template <class Sink>
concept prepared_sink = requires(const device_column& column, const launch_choice& choice) {
  Sink::before(column, choice);
};

/// The bytes of the total and of what the sink is given.
template <class Sink>
std::uint64_t sink_bytes(const device_column& column) {
  std::uint64_t bytes = sizeof(std::uint64_t);
  if constexpr (requires { Sink::given_bytes(column); }) bytes += Sink::given_bytes(column);
  return bytes;
}

/// The tile kernel of a launch. Its workspace has the total, what the sink is given, and then the
/// refusals.
template <class Tiles, class Sink, class Element, unsigned depth>
auto make_sink_tiles(const device_column& column, const launch_choice& choice) {
  auto* const total = reinterpret_cast<std::uint64_t*>(choice.workspace);
  return make_tiles<Tiles, Element, depth>(column, choice.values,
                                           choice.workspace + sink_bytes<Sink>(column),
                                           Sink::template make<Element>(column, choice, total));
}

/// Calls f(kernel) with the tile kernel of a launch.
template <class Tiles, class Sink, class F>
auto with_sink_kernel(const device_column& column, const launch_choice& choice, const F& f) {
  return with_tile<Tiles, Sink>(choice.type, choice.values, [&]<class Element, unsigned depth>() {
    return f(make_sink_tiles<Tiles, Sink, Element, depth>(column, choice));
  });
}

/// A tile decoder with a sink.
template <class Tiles, class Sink>
struct sink_launch {
  using argument = device_column;
  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    if constexpr (prepared_sink<Sink>)
      if (choice.phase == phase::before) run(Sink::before(column, choice));
    with_sink_kernel<Tiles, Sink>(column, choice, [&](const auto& tiles) {
      if (choice.phase == phase::timed) {
        run(clear_total{reinterpret_cast<std::uint64_t*>(choice.workspace)});
        run(tiles);
      }
      if (choice.phase == phase::after) run(statuses_after(tiles));
    });
  }
};

/// The parameters of the schedule, and then those of the sink.
template <class Tiles, class Sink>
constexpr auto sink_parameters() {
  constexpr std::span<const parameter> of_schedule = Tiles::schedule::parameters;
  std::array<parameter, of_schedule.size() + Sink::parameters.size()> all;
  std::ranges::copy(Sink::parameters, std::ranges::copy(of_schedule, all.begin()).out);
  return all;
}

/// The row of a codec's tile decoder with a sink.
template <class Tiles, class Sink>
column_kernel sink_row(std::string_view codec) {
  using smallest = first_element<Tiles, Sink>;
  static constexpr std::array parts{part{"schedule", Tiles::schedule::name},
                                    part{"sink", Sink::template sink<smallest>::name},
                                    part{"unpacking", decoder_name<Tiles>}};
  static constexpr joined_parts name{parts, Tiles::standard ? 2u : 3u};
  static constexpr auto parameters = sink_parameters<Tiles, Sink>();
  static_assert(well_declared(parameters));
  column_kernel row = row_of_launch<sink_launch<Tiles, Sink>>(
      {.family = family::tile,
       .codec = codec,
       .variant = name.text,
       .parts = parts,
       .parameters = parameters,
       .supports = supports_type<tile_elements<Tiles, Sink>>});
  row.facts.partial = [](std::span<const std::uint64_t>) -> partial_work {
    return {.why = "the sink does not write the column's values"};
  };
  row.check = Sink::check;
  row.workspace_bytes = [](const device_column& column,
                           std::span<const std::uint64_t> values) -> std::uint64_t {
    return with_depth<Tiles>(values, [&]<unsigned depth>() -> std::uint64_t {
      const auto tiles =
          make_sink_tiles<Tiles, Sink, smallest, depth>(column, {element_type{}, values});
      return sink_bytes<Sink>(column) + sizeof(refusal) * std::uint64_t{tiles.groups.count()};
    });
  };
  return row;
}

}  // namespace codag::harness
