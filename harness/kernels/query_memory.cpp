#include "harness/kernels/query_memory.hpp"

#include "codag/status.hpp"
#include "harness/kernels/registry.hpp"

namespace codag::harness {

query_memory::query_memory(const query_argument& argument, std::byte* workspace)
    : query_(argument.query) {
  // Takes the next bytes, at a multiple of what cudaMalloc aligns to.
  const auto take = [&]<class T>(T*& to, std::uint64_t bytes) {
    constexpr std::uint64_t alignment = 256;
    to = workspace == nullptr ? nullptr : reinterpret_cast<T*>(workspace + bytes_);
    bytes_ += (bytes + alignment - 1) / alignment * alignment;
  };
  take(query_.refused,
       std::uint64_t{query::most_steps} * query::status_count * sizeof(std::uint64_t));
  take(query_.groups, std::uint64_t{query_.group_count} * sizeof(std::uint64_t));
  for (std::uint32_t d = 0; d < query_.dimension_count; ++d)
    take(query_.dimensions[d].lookup,
         std::uint64_t{query_.dimensions[d].key_count} * sizeof(std::uint32_t));
  cleared_bytes_ = bytes_;
  for (std::uint32_t s = 0; s < query_.step_count; ++s) {
    const decompression& its = argument.decompressions.at(s);
    if (its.by == nullptr) continue;
    query::fact_column& scanned = query_.steps[s].column;
    device_column& column = columns_.at(s) = scanned.stored;
    take(column.out, column.out_bytes);
    take(column.statuses, std::uint64_t{column.chunk_count} * sizeof(status));
    take(workspaces_.at(s),
         its.by->workspace_bytes == nullptr ? 0 : its.by->workspace_bytes(column, its.values));
    scanned.format = query::column_format::none;
    scanned.stored.in = column.out;
    scanned.stored.in_bytes = column.out_bytes;
  }
}

}  // namespace codag::harness
