// An experiment's config: the JSON file that says what is run. Schema: configs/schema.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/element_type.hpp"
#include "harness/config/choices.hpp"
#include "harness/config/claim.hpp"
#include "harness/config/measurement.hpp"
#include "harness/measure/power/energy_spec.hpp"
#include "harness/measure/profile/metric_groups.hpp"
#include "harness/measure/profile/stall_options.hpp"
#include "harness/measure/time_spec.hpp"
#include "harness/support/backend.hpp"

namespace codag::harness {

/// A dataset of a config: a generator by name (path empty), or any file.
struct dataset_spec {
  std::string name;  ///< in case names: "MC0", "uniform/width=8"; of a file: given, or its name
  std::string generator;             ///< as known: "uniform"; empty for a file
  chosen_parameters chosen;          ///< the generator's
  std::string path;                  ///< empty for a generator
  std::optional<element_type> type;  ///< of a raw or csv file's values; not set where it is known
  /// "raw" (binary values) or "csv", unpacked if they are gzip; or "gzip" or "zlib", whose members
  /// are the column's chunks as they are.
  std::string format = "raw";
  std::string csv_column;  ///< with "csv": a header name or a column number from 0
  char csv_delimiter = ',';
  std::optional<std::uint64_t> size;  ///< bytes; overrides config.size for this dataset

  /// Whether the file is the column's compressed form.
  [[nodiscard]] bool came_compressed() const { return format == "gzip" || format == "zlib"; }
};

/// A micro-benchmark in place of decompression.
struct microbenchmark_spec {
  std::string name;                                  ///< "alu", the only one so far
  std::vector<std::uint32_t> operations_per_access;  ///< an axis
};

/// A whole experiment. Every list is an axis: the plan is their product.
struct config {
  std::string experiment;  ///< "quick"
  std::string description;
  std::filesystem::path file;  ///< where it was read
  std::uint64_t size =
      1 << 20;  ///< uncompressed bytes of a generated column; the most read of a file
  std::optional<std::uint64_t> size_on_gpu;  ///< replaces `size` where the kernels run on a GPU
  std::uint64_t seed = 1;
  std::vector<std::uint32_t> chunk_bytes = {default_chunk_bytes};
  std::vector<dataset_spec> datasets;
  std::vector<named_choice> codecs;
  std::vector<named_choice> variants;  ///< without the codec's name
  std::vector<measurement> measurements;
  std::string baseline = "block_per_chunk";  ///< the variant that speed-ups are over
  std::optional<harness::backend> backend;   ///< cuda or host; not set: cuda where a GPU is
  time_spec time;
  energy_spec energy;
  stall_options stalls;
  std::vector<std::string> metrics = names_of_groups();  ///< groups, and metrics by name
  std::optional<microbenchmark_spec> microbenchmark;     ///< in place of decompression
  std::vector<claim> claims;                             ///< what a paper says of these cases
  std::string source;  ///< the file as read, as JSON text; kept whole in the report

  /// Whether that measurement is asked for.
  [[nodiscard]] bool asks(measurement m) const;
};

/// What a config may name. The registries know.
struct known_names {
  std::vector<known_name> datasets;
  std::vector<known_name> codecs;
  std::vector<known_name> variants;
  std::vector<std::string> part_keys;  ///< of all variants: "schedule", "decoding", ...
};

/// Reads and checks a config. Throws datasets::bad_input with one line: file, JSON pointer, what
/// was expected, and the nearest known name for a misspelt one.
config read_config(const std::filesystem::path& file, const known_names& known);

}  // namespace codag::harness
