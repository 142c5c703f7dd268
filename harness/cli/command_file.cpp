#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "harness/cli/commands.hpp"
#include "harness/cli/run_arguments.hpp"
#include "harness/config/read_datasets.hpp"
#include "harness/run/find_peers.hpp"
#include "harness/screen/file_table.hpp"

namespace codag::harness {
namespace {

struct arguments : run_arguments {
  std::string path, type, format, csv_column, csv_delimiter, csv_header, column;
};

/// The fastest ones, CODAG's and the baseline for chunks and for tiles, and the CPU's.
constexpr std::array usual_variants = {"warp_per_chunk/lanes/shared",
                                       "warps_per_chunk/lanes/shared",
                                       "warp_per_chunk/all_threads/shared",
                                       "block_per_chunk",
                                       "warp_per_chunk/lanes/global",
                                       "warp_per_tile/store",
                                       "block_per_tile/store",
                                       "cpu_reference",
                                       "cpu_zlib",
                                       "cpu_libdeflate"};

/// The format that is asked for, or else the one that the other options are for, or the usual one.
std::string format_of(const arguments& given) {
  if (!given.format.empty()) return given.format;
  const bool csv =
      !(given.csv_column.empty() && given.csv_delimiter.empty() && given.csv_header.empty());
  return csv ? "csv" : usual_format(given.path);
}

/// The config of one file: every codec and the usual variants, unless the options choose others.
config config_of_file(const arguments& given) {
  using json = nlohmann::json;
  const known_names known = names_with_peers(given.typed.front());
  json dataset = {{"path", std::filesystem::absolute(given.path).lexically_normal().string()},
                  {"format", format_of(given)}};
  if (!given.type.empty() || says_no_type(format_of(given)))
    dataset["type"] = given.type.empty() ? "uint8" : given.type;
  const std::pair<const char*, const std::string&> keys[] = {{"csv_column", given.csv_column},
                                                             {"csv_delimiter", given.csv_delimiter},
                                                             {"csv_header", given.csv_header},
                                                             {"column", given.column}};
  for (const auto& [key, value] : keys)
    if (!value.empty()) dataset[key] = value;
  json codecs = json::array(), variants = json::array();
  for (const known_name& codec : known.codecs) codecs.push_back(codec.name);
  for (const char* usual : usual_variants)
    if (std::ranges::find(known.variants, usual, &known_name::name) != known.variants.end())
      variants.push_back(usual);
  return config_of({{"experiment", "file"},
                    {"description", "One file, decoded by every codec that fits"},
                    {"size", "1MiB"},
                    {"size_on_gpu", "1GiB"},
                    {"datasets", json::array({std::move(dataset)})},
                    {"codecs", std::move(codecs)},
                    {"variants", std::move(variants)},
                    {"measurements", {"verify", "time", "counts"}}},
                   "codag file", known, given.overrides);
}

}  // namespace

void add_file(command_line& line, const std::vector<std::string>& typed) {
  auto given = std::make_shared<arguments>();
  given->typed = typed;
  given->read_config = [g = given.get()] { return config_of_file(*g); };
  given->print = print_file_report;
  command file = line.add("file", "compress a file with every codec, decode it by every variant",
                          [given] { return run_cases(*given); });
  file.text("PATH", given->path, "the file");
  file.require("PATH");
  file.text(
      "--type", given->type,
      "the type of the file's values: int8 to uint64, float32, ...; by default the file's own "
      "if it says one, otherwise uint8");
  file.text("--format", given->format,
            "auto (binary values, or gzip of them), raw (binary values, whatever the first bytes "
            "look like), csv, npy, parquet or orc; or gzip, zlib or orc_rle, whose compressed data "
            "become the chunks. By default npy, parquet or orc if the name ends so, csv if a "
            "--csv option is given, otherwise auto");
  file.restrict_to("--format", dataset_formats());
  file.text("--csv-column", given->csv_column, "a header name, or a column number from 0");
  file.text("--csv-delimiter", given->csv_delimiter,
            "the character between fields, or tab; by default a tab if the name ends in .tsv or "
            ".tab, otherwise a comma");
  file.text("--csv-header", given->csv_header,
            "whether the first line is a header: yes, no, or auto (the default: yes if the "
            "column's field is not a number)");
  file.restrict_to("--csv-header", csv_header_choices());
  file.text("--column", given->column,
            "a column of a Parquet or an ORC file, or the number of one of a NumPy array");
  add_list_options(file, *given);
  add_run_options(file, *given);
  file.footer(
      "Without --size, the first 1 GiB is read for a GPU, and 1 MiB for the host backend.\n"
      "Examples:\n"
      "  codag file column.bin --type int64\n"
      "  codag file column.bin --type int32 --codec rle_v2 --chunk 64KiB --chunk 128KiB\n"
      "  codag file table.csv --csv-column price --type int32\n"
      "  codag file table.parquet --column price\n"
      "  codag file data.bin --codec deflate --peer nvcomp --output -");
}

}  // namespace codag::harness
