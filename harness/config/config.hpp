// An experiment's config: the JSON file that defines what is run. Schema: configs/schema.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/element_type.hpp"
#include "harness/config/choices.hpp"
#include "harness/config/claim.hpp"
#include "harness/config/measurement.hpp"
#include "harness/config/overrides.hpp"
#include "harness/config/peer_spec.hpp"
#include "harness/measure/power/energy_spec.hpp"
#include "harness/measure/profile/metric_groups.hpp"
#include "harness/measure/profile/stall_options.hpp"
#include "harness/measure/time_spec.hpp"
#include "harness/measure/transfer/transfer_spec.hpp"
#include "harness/support/backend.hpp"

namespace codag::harness {

/// Limits of a config, which may come from anywhere. No sensible config is near them.
inline constexpr std::uint64_t max_config_bytes = 4 << 20;
inline constexpr std::size_t max_cases = 100'000;
inline constexpr std::size_t max_claims = 1'000;
inline constexpr std::uint64_t max_launches = 1'000'000;  // to warm up, and of samples

/// Whether a file of this format does not say the type of its values.
inline bool says_no_type(std::string_view format) {
  return format == "auto" || format == "raw" || format == "csv";
}

/// A dataset of a config: a generator (then the path is empty) or a file.
struct dataset_spec {
  std::string name;       ///< in case names: "MC0", "uniform/bits=8"; by default a file's own name
  std::string generator;  ///< the registered name: "uniform"; empty for a file
  chosen_parameters chosen;  ///< the generator's parameters
  std::string path;          ///< empty for a generator
  /// The type of the values in a file of plain values or a CSV file. For "npy", "parquet" and "orc"
  /// it may be unset: then the column's own type decides. Otherwise unset.
  std::optional<element_type> type;
  /// "auto" (plain values) or "csv", either of which may be compressed with gzip; "raw" (plain
  /// values, whatever the first bytes look like); "npy" (a NumPy array); "parquet" or "orc"; "gzip"
  /// or "zlib", whose members become the column's chunks unchanged; or "orc_rle": an ORC file whose
  /// run-length streams become the chunks unchanged.
  std::string format = "auto";
  bool optional = false;   ///< if the file cannot be read, its cases are skipped
  std::string csv_column;  ///< for "csv": a column number from 0, or a header name
  char csv_delimiter = ',';
  std::string csv_header = "auto";  ///< "yes", "no" or "auto"
  /// For "csv" with a type of one byte: the values are the fields' characters, each field followed
  /// by a line end.
  bool csv_text = false;
  /// For "parquet", "orc" and "orc_rle": the column's name; for "npy": its number, or empty.
  std::string column;
  std::optional<std::uint64_t> size;  ///< bytes; overrides config.size for this dataset

  /// Whether the file is the column's compressed form.
  [[nodiscard]] bool came_compressed() const {
    return format == "gzip" || format == "zlib" || format == "orc_rle";
  }
  /// Whether the values are those of a table's column, which says its own type.
  [[nodiscard]] bool is_table() const { return format == "parquet" || format == "orc"; }
};

/// A micro-benchmark, which replaces decompression.
struct microbenchmark_spec {
  std::string name;                                  ///< "alu", the only one so far
  std::vector<std::uint32_t> operations_per_access;  ///< an axis
};

/// A whole experiment. Every list is an axis: the plan is their product.
struct config {
  std::string experiment;  ///< "quick"
  std::string description;
  std::filesystem::path file;    ///< the file that it was read from
  std::uint64_t size = 1 << 20;  ///< bytes of a generated column; the maximum read from a file
  std::optional<std::uint64_t> size_on_gpu;  ///< replaces `size` if the kernels run on a GPU
  std::uint64_t seed = 1;
  std::vector<std::uint32_t> chunk_bytes = {default_chunk_bytes};
  std::vector<dataset_spec> datasets;
  std::vector<named_choice> codecs;
  std::vector<named_choice> variants;  ///< without the codec's name
  /// Queries of the datasets, which are table sets then. If there are none, the datasets are
  /// columns.
  std::vector<std::string> queries;
  std::vector<std::shared_ptr<const peer_spec>> peers;
  std::vector<measurement> measurements;
  std::string baseline = "block_per_chunk";  ///< the variant that speed-ups refer to
  std::optional<harness::backend> backend;   ///< cuda or host; unset: cuda if there is a GPU
  time_spec time;
  energy_spec energy;
  transfer_spec transfer;
  stall_options stalls;
  std::vector<std::string> metrics = names_of_groups();  ///< names of groups and of metrics
  std::optional<microbenchmark_spec> microbenchmark;     ///< replaces decompression
  std::vector<claim> claims;                             ///< a paper's numbers for these cases
  std::vector<claim> targets;                            ///< numbers of our own
  std::string source;  ///< the file as JSON text; the report contains all of it

  /// Whether this measurement is asked for.
  [[nodiscard]] bool asks(measurement m) const;
};

/// The names that a config may use. They come from the registries.
struct known_names {
  std::vector<known_name> datasets;
  std::vector<known_name> codecs;
  std::vector<known_name> variants;
  std::vector<std::string> queries{};  ///< of the Star Schema Benchmark
  std::vector<std::string> part_keys;  ///< over all variants: "schedule", "decoding", ...
  /// Finds a config's peers. If it is empty, they are ignored: readers of reports need none.
  peer_finder find_peer{};
};

/// What the key "verify" and the option --verify may say: which samples are verified.
const std::vector<std::string>& verify_choices();

/// What the key "backend" and the option --backend may say: "auto", or a backend that runs kernels.
const std::vector<std::string>& backend_choices();

/// Reads and checks a config. Throws datasets::bad_input with a one-line message: the file, the
/// JSON pointer, what was expected, and the nearest known name if one was misspelt.
/// The overrides are also in config::source, which a report contains; paths among them are relative
/// to the current folder.
config read_config(const std::filesystem::path& file, const known_names& known,
                   const config_overrides& overrides = {});

/// The same for a config that is not a file. `name` stands for the file in messages.
config config_of(nlohmann::json json, const std::filesystem::path& name, const known_names& known,
                 const config_overrides& overrides = {});

/// The claims and the targets of a config, without what they are about. `name` stands for the
/// config in messages.
std::vector<claim> claims_of(const nlohmann::json& config, const known_names& known,
                             const std::string& name);
std::vector<claim> targets_of(const nlohmann::json& config, const known_names& known,
                              const std::string& name);

}  // namespace codag::harness
