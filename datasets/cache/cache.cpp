#include "datasets/cache/cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <vector>

#include "datasets/cache/cache_file.hpp"
#include "datasets/digest.hpp"

namespace codag::datasets {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> path_from(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return fs::path(value);
}

fs::path file_of(const fs::path& directory, const cache_key& key) {
  const std::string text = key.text();
  return directory / (sha256(std::as_bytes(std::span(text))) + ".codag");
}

// More than the file of a column of `raw_bytes` can have: the longest encodings of values, of
// chunks with their entries in the table, and of the key.
std::uint64_t max_file_bytes(std::uint64_t raw_bytes, std::uint32_t chunk_bytes) {
  return 4 * raw_bytes + 64 * (raw_bytes / chunk_bytes) + (1u << 16);
}

// The file, or as much of it as shows that it is too long; nothing if there is none.
std::optional<std::vector<std::byte>> read_whole(const fs::path& path, std::uint64_t max_bytes) {
  std::error_code error;
  const std::uintmax_t size = std::min<std::uintmax_t>(fs::file_size(path, error), max_bytes);
  std::ifstream in(path, std::ios::binary);
  if (error || !in) return std::nullopt;
  std::vector<std::byte> bytes(size);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

// Writes under a name of its own and then renames, so that a reader sees the whole file or none,
// also if other processes write it at the same time.
bool write_whole(const fs::path& path, const std::vector<std::byte>& bytes) {
  static std::atomic<unsigned> counter{0};
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  fs::path temporary = path;
  temporary += ".";
  temporary += std::to_string(::getpid()) + "." + std::to_string(counter++) + ".tmp";
  std::ofstream out(temporary, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (out) {
    fs::rename(temporary, path, error);
    if (!error) return true;
  }
  fs::remove(temporary, error);
  return false;
}

}  // namespace

std::optional<fs::path> cache_directory() {
  if (auto path = path_from("CODAG_CACHE")) return path;
  // The XDG Base Directory Specification: a path that is not absolute is to be ignored.
  if (auto path = path_from("XDG_CACHE_HOME"); path && path->is_absolute()) return *path / "codag";
  if (auto path = path_from("HOME")) return *path / ".cache" / "codag";
  return std::nullopt;
}

chunked_column load_or_compress(const dataset& data, const codec& codec, std::uint32_t chunk_bytes,
                                cache_stats& stats) {
  const cache_key key = {.raw_sha256 = data.sha256.empty() ? sha256(data.bytes) : data.sha256,
                         .codec = std::string(codec.name),
                         .type = data.type,
                         .chunk_bytes = chunk_bytes,
                         .encoder = codec.encoder};
  const std::optional<fs::path> directory = cache_directory();
  const fs::path path = directory ? file_of(*directory, key) : fs::path();
  std::string problem;
  if (directory) {
    if (const auto file = read_whole(path, max_file_bytes(data.bytes.size(), chunk_bytes))) {
      auto column = read_cache_file(key, *file);
      if (column && column->raw_bytes == data.bytes.size()) {
        ++stats.hits;
        // trim_cache() removes first what was used longest ago.
        std::error_code unimportant;
        fs::last_write_time(path, fs::file_time_type::clock::now(), unimportant);
        return std::move(*column);
      }
      ++stats.damaged;
      problem = path.string() + ": is damaged; the column is compressed again";
    }
  }
  ++stats.misses;
  chunked_column column = compress(codec, data.bytes, data.type, chunk_bytes);
  if (!directory || !write_whole(path, write_cache_file(key, column))) {
    ++stats.not_written;
    problem =
        (directory ? directory->string() + ": cannot be written" : std::string("HOME is not set")) +
        ", so compressed columns are not kept; set CODAG_CACHE to a directory that can be "
        "written";
  }
  if (stats.first_problem.empty()) stats.first_problem = problem;
  return column;
}

}  // namespace codag::datasets
