// The cache's files as a whole: how much they take, and a limit for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace codag::datasets {

/// Files of the cache and their bytes.
struct cache_usage {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

/// Why no column can be kept in the directory: a file or a device has its name, or it cannot be
/// written; empty if columns can be kept. A directory that does not exist is made when it is
/// needed.
std::string why_no_cache(const std::filesystem::path& directory);

/// The columns that a directory holds, and what killed processes left there. A directory that does
/// not exist holds nothing. Files that the cache did not write are not counted. Throws bad_input if
/// the directory cannot be read.
cache_usage cache_contents(const std::filesystem::path& directory);

/// What trim_cache() did.
struct cache_trimming {
  cache_usage removed;
  std::uint64_t left = 0;     ///< files that could not be removed
  std::string first_problem;  ///< which file is the first of them, and why it stays; or empty
};

/// Removes columns, those that were used longest ago first, until the others have at most `limit`
/// bytes. Also removes unfinished files that are older than a day: the process that wrote one of
/// them was killed. Never touches a file that the cache did not write. What can be removed is, also
/// after a file that cannot. Other processes may use the cache meanwhile: they compress again what
/// is gone.
cache_trimming trim_cache(const std::filesystem::path& directory, std::uint64_t limit);

}  // namespace codag::datasets
