#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "datasets/ssb/csv_folder.hpp"
#include "datasets/ssb/write_csv.hpp"
#include "datasets/statistics.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/write_column.hpp"
#include "harness/config/paper_copy_spec.hpp"
#include "harness/config/sizes.hpp"
#include "harness/run/interruption.hpp"
#include "harness/run/load_dataset.hpp"
#include "harness/screen/column_table.hpp"
#include "harness/screen/copy_table.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

struct datasets_arguments {
  std::optional<std::string> size;
  std::uint64_t seed = 1;
  std::vector<std::string> real;
  std::string ssb_folder;
  column_writing written;
  bool as_json = false;

  /// --size; unset if it is not given.
  [[nodiscard]] std::optional<std::uint64_t> asked_bytes() const {
    return size ? std::optional(parse_size_text(*size, "--size")) : std::nullopt;
  }
  /// The size of a generated column.
  [[nodiscard]] std::uint64_t bytes() const { return asked_bytes().value_or(8 << 20); }
};

int show_generated(const datasets_arguments& given) {
  const std::uint64_t bytes = given.bytes();
  if (given.as_json)
    std::cout << json_text(statistics_json(bytes, given.seed));
  else
    std::cout << statistics_table(bytes, given.seed, terminal_width(STDOUT_FILENO));
  return exit_ok;
}

int write_ssb(const datasets_arguments& given) {
  namespace ssb = datasets::ssb;
  const std::uint64_t bytes = given.bytes();
  std::optional<ssb::csv_folder> folder;
  interruption interruption([&folder] {
    if (folder) folder->discard();
    std::cerr << "codag: interrupted; no table was written\n";
  });
  auto held = interruption.hold();
  folder.emplace(given.ssb_folder, ssb::csv_names());
  held.unlock();
  ssb::write_csv(*folder, bytes, given.seed);
  held.lock();  // all files get their names, or none
  folder->keep();
  interruption.finish();
  std::cout << "wrote the tables of the Star Schema Benchmark and the answers of its queries to "
            << printable(given.ssb_folder) << "\n"
            << std::flush;
  return exit_ok;
}

measured_copy measured(const dataset_spec& spec) {
  const datasets::dataset column =
      load_dataset(spec, std::numeric_limits<std::uint64_t>::max(), 0).raw;
  return {.column = datasets::manifest_column(spec.name),
          .path = spec.path,
          .sha256 = column.sha256,
          .type = column.type,
          .bytes = column.bytes.size(),
          .statistics = datasets::measure_statistics(column)};
}

/// One copy is in memory at a time.
int check_copies(const datasets_arguments& given) {
  std::vector<dataset_spec> specs;
  specs.reserve(given.real.size());
  for (const std::string& text : given.real) specs.push_back(read_paper_copy("--real", text));
  std::vector<measured_copy> copies;
  copies.reserve(specs.size());
  for (const dataset_spec& spec : specs) copies.push_back(measured(spec));
  if (given.as_json)
    std::cout << json_text(copies_json(copies));
  else
    std::cout << copies_table(copies, terminal_width(STDOUT_FILENO));
  return std::ranges::all_of(copies, agrees) ? exit_ok : exit_case_failed;
}

}  // namespace

void add_datasets(command_line& line) {
  auto given = std::make_shared<datasets_arguments>();
  command datasets = line.add(
      "datasets",
      "compare the generated columns and texts, or your copies, with what the papers say; or write "
      "a column to a file",
      [given] {
        if (!given->written.dataset.empty())
          return write_column(given->written, given->asked_bytes(), given->bytes(), given->seed);
        if (!given->ssb_folder.empty()) return write_ssb(*given);
        return given->real.empty() ? show_generated(*given) : check_copies(*given);
      });
  datasets.text("--size", given->size,
                "bytes per column: 8MiB for a generated one, and all of a file, unless given");
  datasets.number("--seed", given->seed, "the generators' seed");
  datasets.texts_option("--real", given->real,
                        "a copy of one of the paper's columns, which is read whole and compared by "
                        "its size and statistics; repeatable: NAME,path=FILE,KEY=VALUE,...");
  datasets.excludes("--real", "--size");
  datasets.excludes("--real", "--seed");
  datasets.text("--write-ssb", given->ssb_folder,
                "write the tables of the Star Schema Benchmark and its queries' answers to this "
                "folder as CSV files; --size is the size of one column of lineorder");
  datasets.excludes("--write-ssb", "--real");
  datasets.text("--write", given->written.dataset,
                "write the values of this dataset to a file, little-endian and without gaps: NAME, "
                "NAME,KEY=VALUE,... or path=FILE,KEY=VALUE,..., as for `codag run --dataset`");
  datasets.excludes("--write", "--real");
  datasets.excludes("--write", "--write-ssb");
  datasets.text("-o,--output", given->written.output,
                "the file that --write writes, or - for standard output; by default NAME.TYPE.bin "
                "in the current folder");
  datasets.needs("--output", "--write");
  datasets.flag("--force", given->written.force, "let --write replace a file that exists");
  datasets.needs("--force", "--write");
  datasets.flag("--json", given->as_json, "print JSON");
  datasets.excludes("--write-ssb", "--json");
  datasets.excludes("--write", "--json");
  datasets.footer(
      "Examples:\n"
      "  codag datasets --size 64MiB\n"
      "  codag datasets --write MC0 --size 1GiB -o mc0.bin\n"
      "  codag datasets --write uniform,bit_width=8 --seed 7\n"
      "  codag datasets --write-ssb FOLDER --size 24MB\n"
      "  codag datasets --real HRG,path=GRCh38.fa.gz --real "
      "CD2,path=day_0.gz,format=csv,csv_column=2");
}

}  // namespace codag::harness
