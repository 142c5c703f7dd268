// An experiment's config: the JSON file that says what is run. Schema: configs/schema.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "codag/chunked_column.hpp"
#include "codag/codec/deflate/encoders.hpp"
#include "codag/element_type.hpp"
#include "harness/claims/claim.hpp"
#include "harness/config/profile_spec.hpp"
#include "harness/config/variant_spec.hpp"
#include "harness/profile/metric_groups.hpp"

namespace codag::harness {

/// A dataset of a config: a column of the manifest by name (path empty), or any file.
struct dataset_spec {
  std::string name;                  ///< "MC0"; of a file: given, or the path's last part
  std::string path;                  ///< empty: the manifest's seeded generator
  std::optional<element_type> type;  ///< of a raw or csv file's values; else known without
  /// "raw" (binary values) or "csv", unpacked if they are gzip; or "gzip" or "zlib", whose members
  /// are the column's chunks as they are.
  std::string format = "raw";
  std::string csv_column;  ///< with "csv": a header name or a column number from 0
  char csv_delimiter = ',';
  std::optional<std::uint64_t> size;  ///< bytes; overrides config.size for this dataset

  /// Whether the file is the column's compressed form.
  [[nodiscard]] bool came_compressed() const { return format == "gzip" || format == "zlib"; }
};

/// How a case is timed. Defaults are those of the schema.
struct time_spec {
  unsigned warmup = 3;         ///< untimed launches before the first sample
  unsigned min_samples = 10;   ///< kept samples before the noise is looked at
  unsigned max_samples = 200;  ///< kept samples after which sampling stops
  double max_noise = 0.005;    ///< stop once (interval half-width / median) is at most this
  double time_limit_s = 3.0;   ///< wall-clock seconds a case may sample, cold and hot each
  double throttle_threshold =
      0.75;          ///< a sample below this share of the GPU's rated SM clock is discarded
  bool cold = true;  ///< samples with the L2 cache flushed before each
  bool hot = true;   ///< samples without
};

/// How a case's energy is measured. Defaults are those of the schema.
struct energy_spec {
  double seconds = 2;  ///< the kernel runs for at least as long; 0.5 to 60
};

/// What writes Deflate streams.
struct deflate_spec {
  std::string encoder{deflate::default_encoder};  ///< one that this build has
  unsigned level = deflate::default_level;        ///< one that the encoder has
};

/// A micro-benchmark: harness/microbenchmark/.
struct microbenchmark_spec {
  std::string name;                                  ///< "alu", the one there is
  std::vector<std::uint32_t> operations_per_access;  ///< an axis
};

/// A whole experiment. Every list is an axis: the plan is their product.
struct config {
  std::string experiment;  ///< "quick"
  std::string description;
  std::filesystem::path file;  ///< where it was read
  std::uint64_t size =
      1 << 20;  ///< uncompressed bytes a generated column; also the most that is read of a file
  std::optional<std::uint64_t> size_on_gpu;  ///< goes before `size` where the kernels run on a GPU
  std::uint64_t seed = 1;
  std::vector<std::uint32_t> chunk_bytes = {default_chunk_bytes};
  std::vector<dataset_spec> datasets;
  std::vector<std::string> codecs;
  std::vector<variant_spec> variants;  ///< behind the codec's name
  /// "verify" (always done), "time", "counts", "stalls", "metrics", "energy"
  std::vector<std::string> measurements;
  std::string baseline = "block_per_chunk";  ///< the variant that speed-ups are over
  std::string backend = "auto";  ///< "auto" (cuda where a GPU is, else host), "cuda" or "host"
  deflate_spec deflate;
  time_spec time;
  energy_spec energy;
  stalls_spec stalls;
  std::vector<std::string> metrics = names_of_groups();  ///< groups, and metrics by name
  std::optional<microbenchmark_spec> microbenchmark;     ///< in place of decompression
  std::vector<claim> claims;                             ///< what a paper says of these cases
  nlohmann::json source;  ///< the file as read, kept whole in the report
};

/// What names a config may use: the plan gets them from the registries.
struct known_names {
  std::vector<std::string> datasets;
  std::vector<std::string> codecs;
  std::vector<known_variant> variants;
};

/// Reads and checks a config. Throws datasets::bad_input with one line: file, JSON pointer, what
/// was expected, and the nearest known name for a misspelt one.
config read_config(const std::filesystem::path& file, const known_names& known);

/// Bytes from "64KiB", "1GiB", "500MB", "4096" or a JSON number. Throws datasets::bad_input that
/// begins with `place`.
std::uint64_t parse_size(const nlohmann::json& value, const std::string& place);

}  // namespace codag::harness
