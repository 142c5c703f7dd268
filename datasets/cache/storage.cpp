#include "datasets/cache/storage.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "datasets/bad_input.hpp"

namespace codag::datasets {
namespace {

namespace fs = std::filesystem;

struct cache_entry {
  fs::path path;
  fs::file_time_type used;
  std::uint64_t bytes = 0;
  bool finished = false;
};

/// Whether the cache gives its files such names: a SHA-256, ".codag", and for a file that is being
/// written ".PID.NUMBER.tmp".
bool is_cache_name(std::string_view name) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  constexpr std::size_t digest = 64;
  return name.find_first_not_of(hexadecimal) == digest &&
         (name.substr(digest) == ".codag" ||
          (name.substr(digest).starts_with(".codag.") && name.ends_with(".tmp")));
}

/// `error` says why the directory could not be read to its end.
std::vector<cache_entry> entries_of(const fs::path& directory, std::error_code& error) {
  std::vector<cache_entry> entries;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;  // another process may remove the file at any time
    if (!is_cache_name(at->path().filename().string()) || !at->is_regular_file(gone) ||
        at->is_symlink(gone))
      continue;
    const std::uintmax_t bytes = at->file_size(gone);
    if (gone) continue;
    const auto used = at->last_write_time(gone);
    if (!gone) entries.push_back({at->path(), used, bytes, at->path().extension() == ".codag"});
  }
  return entries;
}

}  // namespace

std::string why_no_cache(const fs::path& directory) {
  std::error_code error;
  fs::path there = fs::absolute(directory, error);
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, error)) return there.string() + ": is not a directory";
  if (access(there.c_str(), W_OK | X_OK) != 0) return there.string() + ": cannot be written";
  return {};
}

cache_usage cache_contents(const fs::path& directory) {
  cache_usage usage;
  std::error_code error;
  for (const cache_entry& entry : entries_of(directory, error)) {
    ++usage.files;
    usage.bytes += entry.bytes;
  }
  if (error && error != std::errc::no_such_file_or_directory)
    throw bad_input(directory.string() + ": cannot be read: " + error.message() +
                    "; set CODAG_CACHE to a directory that can be");
  return usage;
}

cache_trimming trim_cache(const fs::path& directory, std::uint64_t limit) {
  std::error_code error;  // of a directory that cannot be read: nothing in it can be removed
  std::vector<cache_entry> entries = entries_of(directory, error);
  std::ranges::sort(entries, std::ranges::greater(), &cache_entry::used);
  const auto abandoned = fs::file_time_type::clock::now() - std::chrono::days(1);
  cache_trimming done;
  std::uint64_t kept = 0;
  bool full = limit == 0;  // then an empty file, which a power failure leaves, goes as well
  for (const cache_entry& entry : entries) {
    // Once a column does not fit, those that were used before it go too, however small they are.
    full = full || (entry.finished && entry.bytes > limit - kept);
    if (entry.finished ? !full : entry.used > abandoned) {
      kept += entry.finished ? entry.bytes : 0;
      continue;
    }
    if (fs::remove(entry.path, error)) {
      ++done.removed.files;
      done.removed.bytes += entry.bytes;
    } else if (error && ++done.left == 1) {  // without an error, another process was faster
      done.first_problem = entry.path.string() + ": cannot be removed: " + error.message();
    }
  }
  return done;
}

}  // namespace codag::datasets
