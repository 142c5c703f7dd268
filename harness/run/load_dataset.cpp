#include "harness/run/load_dataset.hpp"

#include <charconv>
#include <limits>
#include <optional>

#include "datasets/generator/generator.hpp"
#include "datasets/input_file.hpp"
#include "datasets/loader/loader.hpp"
#include "datasets/loader/members.hpp"
#include "datasets/loader/npy.hpp"
#include "datasets/orc/load_orc_rle.hpp"
#include "datasets/table/load_table.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {
namespace {

/// The generator's parameters: the config's choices and the defaults.
parameter_values generator_values(const dataset_spec& spec) {
  const auto& declared = datasets::find_generator(spec.generator).parameters;
  return resolve({declared.begin(), declared.end()}, spec.chosen);
}

/// The number of an array's column, if one is chosen.
std::optional<std::uint64_t> array_column(const dataset_spec& spec) {
  if (spec.column.empty()) return {};
  std::uint64_t number = 0;
  const char* end = spec.column.data() + spec.column.size();
  const bool fits = std::from_chars(spec.column.data(), end, number).ec == std::errc{};
  return fits ? number : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

datasets::compressed_dataset load_dataset(const dataset_spec& spec, std::uint64_t size,
                                          std::uint64_t seed) {
  if (spec.path.empty())
    return {.raw = datasets::generate(spec.generator, size, seed, generator_values(spec)),
            .column = {}};
  if (spec.optional) {
    try {
      datasets::require_input_file(spec.path, "its cases run when the file is there");
    } catch (const datasets::bad_input& e) {
      throw cannot_run(e.what());
    }
  }
  if (spec.format == "orc_rle")
    return datasets::load_orc_rle(
        {.path = spec.path, .name = spec.name, .column = spec.column, .max_bytes = size});
  if (spec.came_compressed())
    return datasets::load_members({.path = spec.path,
                                   .name = spec.name,
                                   .kind = spec.format == "gzip" ? datasets::deflate_wrapper::gzip
                                                                 : datasets::deflate_wrapper::zlib,
                                   .max_bytes = size});
  if (spec.is_table())
    return {.raw = datasets::load_table({.path = spec.path,
                                         .name = spec.name,
                                         .format = spec.format == "orc"
                                                       ? datasets::table_format::orc
                                                       : datasets::table_format::parquet,
                                         .column = spec.column,
                                         .type = spec.type,
                                         .max_bytes = size}),
            .column = {}};
  if (spec.format == "npy")
    return {.raw = datasets::load_npy({.path = spec.path,
                                       .name = spec.name,
                                       .type = spec.type,
                                       .column = array_column(spec),
                                       .max_bytes = size}),
            .column = {}};
  datasets::load_options options;
  options.path = spec.path;
  options.name = spec.name;
  options.type = *spec.type;
  options.format = spec.format == "csv"   ? datasets::file_format::csv
                   : spec.format == "raw" ? datasets::file_format::raw
                                          : datasets::file_format::automatic;
  options.max_bytes = size;
  options.csv_column = spec.csv_column;
  options.csv_delimiter = spec.csv_delimiter;
  options.header = spec.csv_header == "yes"  ? datasets::csv_header::yes
                   : spec.csv_header == "no" ? datasets::csv_header::no
                                             : datasets::csv_header::automatic;
  options.text = spec.csv_text;
  return {.raw = datasets::load_file(options), .column = {}};
}

}  // namespace codag::harness
