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
#include "harness/run/interruption.hpp"
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

/// A file that gets a column's values. An interruption leaves it as it was.
class column_file {
 public:
  column_file()
      : interruption_([this] {
          if (content_) content_->discard();
          if (content_) destination_.reset();  // and its lock
          std::cerr << "codag: interrupted; no file was written\n";
        }) {}

  void write(const fs::path& file, std::string_view values, bool force) {
    // Only a regular file has something to lose.
    const bool is_new = !force && (!fs::exists(file) || fs::is_regular_file(file));
    if (is_new) require_free_name(file);
    {
      const auto held = interruption_.hold();
      if (!is_new)
        destination_.emplace(file, replace_rules{.force = true, .at_once = true, .inputs = {}});
      if (is_new || !destination_->is_stream())
        content_.emplace(is_new ? file : destination_->file());
    }
    if (!content_) return destination_->write(values);
    content_->write(values);
    const auto held = interruption_.hold();
    if (is_new)
      content_->create();
    else
      content_->replace();
    interruption_.finish();
  }

 private:
  std::optional<report_destination> destination_;  // of what may be there already
  std::optional<new_content> content_;             // of a regular file
  interruption interruption_;
};

}  // namespace

int write_column(const column_writing& asked, std::optional<std::uint64_t> size,
                 std::uint64_t generated_bytes, std::uint64_t seed) {
  column_file output;
  const dataset_spec spec = written_dataset(asked.dataset);
  if (!size) size = spec.size;
  const std::uint64_t all =
      spec.path.empty() ? generated_bytes : std::numeric_limits<std::uint64_t>::max();
  const datasets::dataset column = load_dataset(spec, size.value_or(all), seed).raw;
  const std::string_view values(reinterpret_cast<const char*>(column.bytes.data()),
                                column.bytes.size());
  const std::string file = asked.output.empty() ? usual_file(spec, column.type) : asked.output;
  const bool piped = file == "-";
  if (!piped) output.write(file, values, asked.force);
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
