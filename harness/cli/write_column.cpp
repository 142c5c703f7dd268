#include "harness/cli/write_column.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/cli/exit_code.hpp"
#include "harness/config/overrides.hpp"
#include "harness/config/placed_json.hpp"
#include "harness/config/read_datasets.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/report/output/destination.hpp"
#include "harness/report/output/durable_file.hpp"
#include "harness/run/load_dataset.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

/// The one dataset that the text stands for.
dataset_spec written_dataset(const std::string& text) {
  const nlohmann::json list = nlohmann::json::array({entry_of("--write", text)});
  const placed_json place(list, label_of("--write", text));
  std::vector<dataset_spec> specs =
      read_datasets(place, registry_names().datasets, fs::current_path());
  if (specs.size() > 1)
    place.fail("stands for " + std::to_string(specs.size()) +
               " datasets; give one value of each parameter");
  specs.front().optional = false;
  return specs.front();
}

/// The file that a column goes to unless the user names one: "uniform-bits=8.uint32.bin".
std::string usual_file(const dataset_spec& spec, element_type type) {
  std::string name = spec.name;
  std::ranges::replace(name, '/', '-');
  return name + "." + std::string(to_string(type)) + ".bin";
}

/// Only a regular file has something to lose.
void write_file(const fs::path& file, std::string_view values, bool force) {
  if (!force && (!fs::exists(file) || fs::is_regular_file(file))) return create_file(file, values);
  report_destination destination(file, {.force = true, .at_once = true, .inputs = {}});
  destination.write(values);
}

}  // namespace

int write_column(const column_writing& asked, std::optional<std::uint64_t> size,
                 std::uint64_t generated_bytes, std::uint64_t seed) {
  const dataset_spec spec = written_dataset(asked.dataset);
  if (!size) size = spec.size;
  const std::uint64_t all =
      spec.path.empty() ? generated_bytes : std::numeric_limits<std::uint64_t>::max();
  const datasets::dataset column = load_dataset(spec, size.value_or(all), seed).raw;
  const std::string_view values(reinterpret_cast<const char*>(column.bytes.data()),
                                column.bytes.size());
  const std::string file = asked.output.empty() ? usual_file(spec, column.type) : asked.output;
  const bool piped = file == "-";
  if (!piped) write_file(file, values, asked.force);
  if (piped && !(std::cout << values).flush()) return exit_output_lost;
  (piped ? std::cerr : std::cout) << printable(
                                         std::to_string(values.size() / size_of(column.type)) +
                                             " values of " + std::string(to_string(column.type)) +
                                             ", " + std::to_string(values.size()) +
                                             " bytes, SHA-256 " + column.sha256 + ", are in " +
                                             (piped ? "standard output" : file),
                                         4096)
                                  << "\n";
  return exit_ok;
}

}  // namespace codag::harness
