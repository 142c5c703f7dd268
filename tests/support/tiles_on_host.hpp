// Runs tile kernels on the host backend with any sink, for a test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/tile/block_per_tile.hpp"
#include "codag/tile/refusals.hpp"

namespace codag::test {

/// Hands every tile of the column to the sink; the decoder stores values of Element. Nothing is
/// written to the column's output. Returns one status per chunk.
template <class Decoder, class Element, class Sink>
std::vector<status> take_tiles(const chunked_column& column, const Sink& sink,
                               const simt::host::launch_options& options = {}) {
  using simt::host::global_vector, simt::host::to_global;
  const auto in = to_global<std::byte>(column.bytes);
  const auto chunks = to_global<chunk>(column.chunks);
  global_vector<status> statuses(column.chunks.size(), status::not_decoded);
  const device_column view{in.data(),      in.size(),
                           nullptr,        column.raw_bytes,
                           chunks.data(),  static_cast<std::uint32_t>(chunks.size()),
                           statuses.data()};
  using kernel = block_per_tile<Decoder, Element, Sink>;
  const std::uint32_t groups = kernel::groups_for(view);
  global_vector<refusal> refusals(std::size_t{groups} * chunks.size());
  const kernel tiles{view, groups, refusals.data(), sink};
  simt::host::launch(tiles, tiles.shape(), options);
  const status_kernel fold{refusals.data(), groups, statuses.data(), view.chunk_count};
  simt::host::launch(fold, fold.shape(), options);
  return {statuses.begin(), statuses.end()};
}

}  // namespace codag::test
