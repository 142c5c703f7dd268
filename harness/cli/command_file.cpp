#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "datasets/input_file.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/named_files.hpp"
#include "harness/cli/run_arguments.hpp"
#include "harness/config/read_datasets.hpp"
#include "harness/report/report_file.hpp"
#include "harness/run/find_peers.hpp"
#include "harness/screen/file_table.hpp"
#include "harness/screen/folder_table.hpp"
#include "harness/screen/remarks.hpp"

namespace codag::harness {
namespace {

using json = nlohmann::json;

struct arguments : run_arguments {
  std::string path;
  file_options options;
};

/// The fastest ones, CODAG's and the baseline for chunks and for tiles, and the CPU's.
constexpr std::array usual_variants = {"warp_per_chunk/lanes/shared",
                                       "warps_per_chunk/lanes/shared",
                                       "pipeline/lanes/shared",
                                       "warp_per_chunk/lanes/ring",
                                       "warps_per_chunk/lanes/ring",
                                       "warp_per_chunk/all_threads/shared",
                                       "block_per_chunk",
                                       "warp_per_chunk/lanes/global",
                                       "warp_per_tile/store",
                                       "block_per_tile/store",
                                       "cpu_reference",
                                       "cpu_zlib",
                                       "cpu_libdeflate"};

/// The config of the files: every codec and the usual variants, unless the options choose others.
config config_of_files(const arguments& given, json datasets) {
  const known_names known = names_with_peers(given.typed.front());
  json codecs = json::array(), variants = json::array();
  for (const known_name& codec : known.codecs) codecs.push_back(codec.name);
  for (const char* usual : usual_variants)
    if (std::ranges::find(known.variants, usual, &known_name::name) != known.variants.end())
      variants.push_back(usual);
  return config_of({{"experiment", "file"},
                    {"description", "Files, decoded by every codec that fits"},
                    {"size", "1MiB"},
                    {"size_on_gpu", "1GiB"},
                    {"datasets", std::move(datasets)},
                    {"codecs", std::move(codecs)},
                    {"variants", std::move(variants)},
                    {"measurements", {"verify", "time", "counts"}}},
                   "codag file", known, given.overrides);
}

int run_file(arguments& given) {
  datasets::require_input_file(given.path, "give the path of a file or a folder");
  given.read_config = [&] {
    return config_of_files(given, json::array({dataset_of_file(given.path, given.options)}));
  };
  given.print = print_file_report;
  return run_cases(given);
}

/// The files that are refused before the run count like those that turn out to be damaged.
int run_folder(arguments& given) {
  const folder_files files = files_of_folder(given.path, given.options);
  given.read_config = [&] { return config_of_files(given, files.datasets); };
  given.print = [&](const std::filesystem::path& file, const std::string& name, std::ostream& out,
                    table_width width) {
    out << folder_table(read_report(file), files.refused, width) << report_line(name);
  };
  const int code = run_cases(given);
  if (given.dry_run)  // there is no report to print
    for (const refused_file& file : files.refused) std::cerr << refusal_line(file);
  return files.refused.empty() ? code : worse_exit_code(code, exit_bad_input);
}

}  // namespace

void add_file(command_line& line, const std::vector<std::string>& typed) {
  auto given = std::make_shared<arguments>();
  given->typed = typed;
  command file = line.add(
      "file", "compress a file, or each of a folder, with every codec; decode it by every variant",
      [given] {
        std::error_code unknown;
        return std::filesystem::is_directory(given->path, unknown) ? run_folder(*given)
                                                                   : run_file(*given);
      });
  file.text("PATH", given->path,
            "the file; or a folder, whose files are run one after the other, without those that "
            "are hidden, in folders of their own, or named codag-*.json");
  file.require("PATH");
  file.text(
      "--type", given->options.type,
      "the type of the file's values: int8 to uint64, float32, ...; by default the file's own "
      "if it says one, otherwise uint8");
  file.text("--format", given->options.format,
            "auto (binary values, or gzip of them), raw (binary values, whatever the first bytes "
            "look like), csv, npy, parquet or orc; or gzip, zlib or orc_rle, whose compressed data "
            "become the chunks. By default npy, parquet or orc if the name ends so, csv if a "
            "--csv option is given, otherwise auto");
  file.restrict_to("--format", dataset_formats());
  file.text("--csv-column", given->options.csv_column, "a header name, or a column number from 0");
  file.text("--csv-delimiter", given->options.csv_delimiter,
            "the character between fields, or tab; by default a tab if the name ends in .tsv or "
            ".tab, otherwise a comma");
  file.text("--csv-header", given->options.csv_header,
            "whether the first line is a header: yes, no, or auto (the default: yes if the "
            "column's field is not a number)");
  file.restrict_to("--csv-header", csv_header_choices());
  file.text("--column", given->options.column,
            "a column of a Parquet or an ORC file, or the number of one of a NumPy array");
  add_list_options(file, *given);
  add_run_options(file, *given);
  file.footer(
      "Without --size, the first 1 GiB is read for a GPU, and 1 MiB for the host backend.\n"
      "The exit codes are those of a run; of a folder, 2 if a file was refused: the others have "
      "run.\n"
      "Examples:\n"
      "  codag file column.bin --type int64\n"
      "  codag file column.bin --type int32 --codec rle_v2 --chunk 64KiB --chunk 128KiB\n"
      "  codag file table.csv --csv-column price --type int32\n"
      "  codag file table.parquet --column price\n"
      "  codag file FOLDER --type int32 --codec deflate --codec rle_v2\n"
      "  codag file data.bin --codec deflate --peer nvcomp --output -");
}

}  // namespace codag::harness
