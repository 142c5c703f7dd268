// A cache of compressed columns on disk: compressing takes longer than anything a GPU does with
// them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "datasets/dataset.hpp"

namespace codag::datasets {

/// What the cache did, summed over calls.
struct cache_stats {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;       ///< columns that were compressed
  std::uint64_t damaged = 0;      ///< misses for which a file was there, but not to be trusted
  std::uint64_t not_written = 0;  ///< misses whose column could not be kept
  std::string last_problem;       ///< one line on the last damaged or unwritten file; else empty
};

/// $CODAG_CACHE, or $XDG_CACHE_HOME/codag, or $HOME/.cache/codag; nothing if none of the three
/// variables is set. The directory need not exist.
std::optional<std::filesystem::path> cache_directory();

/// The column compressed by `codec` in chunks of `chunk_bytes`: from the cache if it is there
/// whole, else compressed on all cores and kept. Without a directory that can be written it only
/// compresses. Several processes may do this at once. Throws what compress() throws.
chunked_column load_or_compress(const dataset& data, const codec& codec, std::uint32_t chunk_bytes,
                                cache_stats* stats = nullptr);

}  // namespace codag::datasets
