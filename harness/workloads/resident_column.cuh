// A chunked column in GPU memory. Include from .cu files only.
#pragma once

#include "harness/measure/gpu/cuda_memory.cuh"
#include "harness/workloads/workloads.hpp"

namespace codag::harness::cuda {

/// A chunked column, its output and its statuses in GPU memory.
struct resident_column {
  explicit resident_column(const decode_input& input)
      : in(input.column.bytes.size()),
        out(input.original.size()),
        chunks(input.column.chunks.size() * sizeof(chunk)),
        statuses(input.column.chunks.size() * sizeof(status)) {
    in.copy_from(input.column.bytes.data());
    chunks.copy_from(input.column.chunks.data());
  }
  [[nodiscard]] device_column view() const {
    return {in.data(),
            in.size(),
            out.data(),
            out.size(),
            reinterpret_cast<const chunk*>(chunks.data()),
            static_cast<std::uint32_t>(chunks.size() / sizeof(chunk)),
            reinterpret_cast<status*>(statuses.data())};
  }
  [[nodiscard]] bool guards_intact() const {
    return in.guards_intact() && out.guards_intact() && chunks.guards_intact() &&
           statuses.guards_intact();
  }
  guarded_memory in, out, chunks, statuses;
};

}  // namespace codag::harness::cuda
