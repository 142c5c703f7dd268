// Runs tile kernels on the host backend with any sink, for a test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/tile/block_per_tile.hpp"
#include "codag/tile/refusals.hpp"
#include "codag/tile/warp_per_tile.hpp"

namespace codag::test {

/// Hands every tile of the column to the sink; the decoder stores values of Element. `Kernel` is
/// block_per_tile or warp_per_tile. Nothing is written to the column's output. Returns one status
/// per chunk.
template <class Kernel, class Sink, class... Chosen>
std::vector<status> take_tiles_by(const chunked_column& column, const Sink& sink,
                                  const simt::host::launch_options& options, Chosen... chosen) {
  using simt::host::global_vector, simt::host::to_global;
  const auto in = to_global<std::byte>(column.bytes);
  const auto chunks = to_global<chunk>(column.chunks);
  global_vector<status> statuses(column.chunks.size(), status::not_decoded);
  const device_column view{in.data(),      in.size(),
                           nullptr,        column.raw_bytes,
                           chunks.data(),  static_cast<std::uint32_t>(chunks.size()),
                           statuses.data()};
  const auto per_chunk = [&] {
    if constexpr (sizeof...(Chosen) == 0)
      return Kernel::groups_for(view);
    else
      return Kernel::groups_for(view, std::get<1>(std::tuple{chosen...}));
  }();
  global_vector<refusal> refusals(std::size_t{per_chunk} * chunks.size());
  const Kernel tiles{{view, per_chunk, refusals.data()}, sink, chosen...};
  simt::host::launch(tiles, tiles.shape(), options);
  const status_kernel fold{refusals.data(), per_chunk, statuses.data(), view.chunk_count};
  simt::host::launch(fold, fold.shape(), options);
  return {statuses.begin(), statuses.end()};
}

/// The same by the schedule that the decoder is for.
template <class Decoder, class Element, class Sink>
std::vector<status> take_tiles(const chunked_column& column, const Sink& sink,
                               const simt::host::launch_options& options = {}) {
  if constexpr (warp_tile_decoder<Decoder>)
    // Three warps per block, and stretches of five tiles.
    return take_tiles_by<warp_per_tile<Decoder, Element, Sink>>(column, sink, options, 3u, 5u);
  else
    return take_tiles_by<block_per_tile<Decoder, Element, Sink>>(column, sink, options);
}

}  // namespace codag::test
