// What every encoder's kernel works on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/chunked_column.hpp"
#include "codag/status.hpp"

namespace codag {

/// A column's values in the backend's memory, and room for their compressed form. `values` and
/// `bits` are aligned to 16 bytes, and each chunk's room begins at a multiple of 16.
///
/// The chunk table has the shape that decoders read: a chunk's `out_*` say where its values lie in
/// `values`, and its `in_*` the room for its bits in `bits`. A kernel reads nothing outside
/// `values` and writes nothing outside the chunks' rooms, `encoded_bytes` and `statuses`. A chunk
/// whose bits do not fit ends as status::output_overflow.
struct device_encoding {
  const std::byte* values;
  std::uint64_t value_bytes;
  std::byte* bits;
  std::uint64_t bit_bytes;  ///< bytes of `bits`
  const chunk* chunks;
  std::uint32_t chunk_count;
  std::uint32_t* encoded_bytes;  ///< one per chunk: the bytes written into its room
  status* statuses;              ///< one per chunk
  /// The values of the codec's settings, in host memory: for what makes a kernel.
  std::span<const std::uint64_t> settings = {};
};

}  // namespace codag
