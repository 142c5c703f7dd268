#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "datasets/cache/cache.hpp"
#include "datasets/cache/storage.hpp"
#include "datasets/dataset.hpp"
#include "harness/cli/cache_limit.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/config/sizes.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

struct cache_query {
  std::string trim;
  bool clear = false, as_json = false;
};

/// "3 files, 1.3 GiB".
std::string usage_text(const datasets::cache_usage& usage) {
  double size = static_cast<double>(usage.bytes);
  const char* unit = "bytes";
  for (const char* larger : {"KiB", "MiB", "GiB"}) {
    if (size < 1024) break;
    size /= 1024;
    unit = larger;
  }
  char text[32];
  std::snprintf(text, sizeof(text), "%.*f %s", unit[0] == 'b' ? 0 : 1, size, unit);
  return std::to_string(usage.files) + (usage.files == 1 ? " file, " : " files, ") + text;
}

/// Which files stay that were to be removed, and the remedy.
std::string why_left(const datasets::cache_trimming& trimmed) {
  const std::uint64_t others = trimmed.left - 1;
  return trimmed.first_problem +
         (others == 0 ? "" : "; others that stay: " + std::to_string(others)) +
         "; remove them as a user who may write to their directory, or set CODAG_CACHE to another "
         "one";
}

int run_cache(const cache_query& given) {
  const auto directory = datasets::cache_directory();
  if (!directory)
    throw datasets::bad_input(
        "there is no cache: HOME is not set; set CODAG_CACHE to a directory that can be written");
  const std::uint64_t limit = cache_limit();
  if (std::filesystem::exists(*directory) && !std::filesystem::is_directory(*directory))
    throw datasets::bad_input(datasets::why_no_cache(*directory) +
                              "; set CODAG_CACHE to a directory that can be written");
  std::optional<datasets::cache_trimming> trimmed;
  if (given.clear) trimmed = datasets::trim_cache(*directory, 0);
  if (!given.trim.empty())
    trimmed = datasets::trim_cache(*directory, parse_size_text(given.trim, "--trim"));
  const datasets::cache_usage usage = datasets::cache_contents(*directory);
  if (given.as_json) {
    nlohmann::ordered_json facts = {{"directory", directory->string()},
                                    {"files", usage.files},
                                    {"bytes", usage.bytes},
                                    {"limit_bytes", limit}};
    if (trimmed)
      facts["removed"] = {{"files", trimmed->removed.files}, {"bytes", trimmed->removed.bytes}};
    std::cout << json_text(facts);
  } else {
    if (trimmed) std::cout << "removed: " << usage_text(trimmed->removed) << "\n";
    std::cout << "directory: " << printable(directory->string()) << "\n"
              << "contents: " << usage_text(usage) << "\n"
              << "limit: " << size_name(limit) << " after each run\n";
  }
  if (trimmed && trimmed->left > 0) throw datasets::bad_input(why_left(*trimmed));
  return exit_ok;
}

}  // namespace

void add_cache(command_line& line) {
  auto given = std::make_shared<cache_query>();
  command cache = line.add("cache", "show or empty the cache of compressed columns",
                           [given] { return run_cache(*given); });
  cache.text("--trim", given->trim,
             "remove the columns used longest ago until at most this size is left: 1GiB, ...");
  cache.flag("--clear", given->clear, "remove all columns");
  cache.excludes("--clear", "--trim");
  cache.flag("--json", given->as_json, "print JSON");
  cache.footer(
      "The directory is $CODAG_CACHE, or $XDG_CACHE_HOME/codag, or ~/.cache/codag. After each "
      "run,\n"
      "the columns used longest ago are removed until $CODAG_CACHE_LIMIT (32GiB by default) or "
      "less is left.\n"
      "Example:\n  codag cache --trim 10GiB");
}

}  // namespace codag::harness
