// How a column's chunks lie in memory for a peer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codag/chunked_column.hpp"
#include "harness/peers/peer_facts.hpp"

namespace codag::harness {

/// The compressed chunks as a peer wants them.
struct chunk_layout {
  std::vector<std::byte> bytes;  ///< with the padding after the last chunk
  std::vector<std::size_t> at;   ///< of each chunk, from the beginning of `bytes`
  std::vector<std::size_t> sizes;
  /// What was changed, for the report; empty if the chunks lie as they do for our own kernels.
  std::string changes;
};

/// Lays out the chunks at the decoder's alignment, and puts them into its container. `original` are
/// the uncompressed bytes, for the container's checksum. If nothing has to change, the chunks stay
/// where the column has them.
chunk_layout lay_out(const chunked_column& column, std::span<const std::byte> original,
                     const peer_decoder_facts& decoder);

}  // namespace codag::harness
