// A cache of compressed columns on disk. Compressing a column takes longer than all that a GPU does
// with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "datasets/dataset.hpp"

namespace codag::datasets {

/// What the cache did, summed over all calls.
struct cache_stats {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;       ///< columns that were compressed
  std::uint64_t damaged = 0;      ///< misses with a file that was damaged
  std::uint64_t not_written = 0;  ///< misses whose column could not be stored
  std::string first_problem;      ///< one line about the first of either; or empty
};

/// $CODAG_CACHE, or $XDG_CACHE_HOME/codag, or $HOME/.cache/codag; empty if none of the three
/// variables is set. The directory need not exist.
std::optional<std::filesystem::path> cache_directory();

/// The column compressed by `codec` in chunks of `chunk_bytes`. If the cache has no undamaged copy,
/// the column is compressed on all cores and stored. If no directory can be written, it is only
/// compressed. Several processes may call this at once. `stats` counts what happened. Throws what
/// compress() throws.
chunked_column load_or_compress(const dataset& data, const codec& codec, std::uint32_t chunk_bytes,
                                cache_stats& stats);

}  // namespace codag::datasets
