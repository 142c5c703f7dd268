#include "codag/codec/gpu_star/gpu_star.hpp"

#include <utility>

namespace codag::gpu_star {

smallest_column compress(std::span<const std::byte> raw, element_type type,
                         std::uint32_t chunk_bytes, unsigned threads) {
  smallest_column smallest{.by = nullptr, .column = {}};
  for (const char* name : {"gpu_for", "gpu_dfor", "gpu_rfor"}) {
    const codec* by = find_codec(name);
    chunked_column column = codag::compress(*by, raw, type, chunk_bytes, threads);
    if (smallest.by == nullptr || column.bytes.size() < smallest.column.bytes.size())
      smallest = {by, std::move(column)};
  }
  return smallest;
}

}  // namespace codag::gpu_star
