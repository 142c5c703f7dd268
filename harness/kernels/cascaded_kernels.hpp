// The cascades of baselines/cascaded as rows: what tile-based decompression is compared with.
// cascaded_kernels.cmake lists them, too.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "baselines/cascaded/cascades.hpp"
#include "codag/tile/refusals.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// A cascade: all passes are timed. After them, a kernel that is not timed gives each chunk its
/// status.
template <class Cascade>
struct cascaded_launch {
  using argument = device_column;
  template <class Run>
  static void run_kernels(const device_column& column, const launch_choice& choice, Run& run) {
    const baselines::cascaded::memory shared(column, choice.workspace, Cascade::arrays);
    with_element(typename Cascade::element_types{}, choice.type, [&]<class Stored>() {
      if (choice.phase == phase::timed) Cascade::template run<Stored>(column, shared, run);
      if (choice.phase == phase::after)
        run(status_kernel{
            shared.refusals(),
            baselines::cascaded::groups_for<typename Cascade::template format<Stored>>(column),
            column.statuses, column.chunk_count});
    });
  }
};

/// The row of a codec's cascade.
template <class Cascade>
column_kernel cascaded_row(std::string_view codec) {
  static constexpr std::array parts{part{"schedule", "cascaded"}, part{"sink", "store"}};
  static constexpr joined_parts name{parts, 2u};
  column_kernel row = row_of_launch<cascaded_launch<Cascade>>(
      {.family = family::tile,
       .codec = codec,
       .variant = name.text,
       .parts = parts,
       .supports = supports_type<typename Cascade::element_types>});
  row.workspace_bytes = [](const device_column& column,
                           std::span<const std::uint64_t>) -> std::uint64_t {
    // A launch does not say what its elements are: as many refusals as for the smallest.
    using smallest = typename first_of<typename Cascade::element_types>::type;
    using format = typename Cascade::template format<smallest>;
    return baselines::cascaded::memory(column, nullptr, Cascade::arrays)
        .bytes(std::uint64_t{column.chunk_count} * baselines::cascaded::groups_for<format>(column));
  };
  return row;
}

}  // namespace codag::harness
