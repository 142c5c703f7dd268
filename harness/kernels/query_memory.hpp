// Where the parts of a query's workspace lie.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/kernels/query_argument.hpp"

namespace codag::harness {

/// The workspace of a query. First comes what each launch clears: the counts of refused tiles, the
/// sums and the look-up arrays; then, for each column that is decompressed first, its values, its
/// statuses and the workspace of its kernel.
class query_memory {
 public:
  /// `workspace` is null if only sizes are asked for.
  query_memory(const query_argument& argument, std::byte* workspace);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t cleared_words() const { return cleared_bytes_ / 8; }

  /// The query with its pointers into the workspace, and the decompressed columns in the place of
  /// the compressed ones.
  [[nodiscard]] const query::star_query& query() const { return query_; }
  /// A column that is decompressed first, as its kernel reads and writes it.
  [[nodiscard]] const device_column& column(std::uint32_t step) const { return columns_.at(step); }
  [[nodiscard]] std::byte* workspace_of(std::uint32_t step) const { return workspaces_.at(step); }

 private:
  std::uint64_t bytes_ = 0, cleared_bytes_ = 0;
  query::star_query query_;
  std::array<device_column, query::most_steps> columns_{};
  std::array<std::byte*, query::most_steps> workspaces_{};
};

}  // namespace codag::harness
