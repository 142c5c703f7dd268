#include "datasets/loader/loader.hpp"

#include <string_view>
#include <vector>

#include "datasets/digest.hpp"
#include "datasets/loader/csv.hpp"
#include "datasets/loader/file_reader.hpp"
#include "datasets/loader/foreign_format.hpp"

namespace codag::datasets {
namespace {

std::vector<std::byte> read_values(const load_options& options) {
  const bool raw = options.format == file_format::raw;
  file_reader file(options.path, raw ? unpacking::never : unpacking::by_magic);
  std::vector<std::byte> bytes = file.read_up_to(options.max_bytes);
  if (const std::string what = raw ? "" : foreign_format(bytes, options.type); !what.empty())
    throw bad_input(options.path.string() + ": " + what +
                    ", or the format raw for its bytes as they are");
  if (bytes.size() % size_of(options.type) != 0)
    throw bad_input(options.path.string() + ": " + std::to_string(bytes.size()) +
                    " bytes are not a whole number of " + std::string(to_string(options.type)) +
                    " values; give the right element type, or a size that leaves out the rest");
  return bytes;
}

void check_options(const load_options& options) {
  const std::string file = options.path.string();
  if (options.max_bytes < size_of(options.type))
    throw bad_input(file + ": a size of " + std::to_string(options.max_bytes) + " bytes holds no " +
                    std::string(to_string(options.type)) + "; give at least " +
                    std::to_string(size_of(options.type)));
  if (options.format != file_format::csv) {
    if (options.text)
      throw bad_input(file + ": the option text is for CSV files only; leave it out");
    return;
  }
  if (options.csv_column.empty())
    throw bad_input(file +
                    ": no CSV column is chosen; give a name from the header, or a number from 0");
  const std::string_view reserved = "\"\r\n";
  if (reserved.find(options.csv_delimiter) != std::string_view::npos)
    throw bad_input(file + ": a quote or a line end cannot be a CSV delimiter; give another one");
  if (options.text && size_of(options.type) != 1)
    throw bad_input(file + ": text needs type int8 or uint8, not " +
                    std::string(to_string(options.type)));
}

}  // namespace

dataset load_file(const load_options& asked) {
  check_options(asked);
  load_options options = asked;
  options.max_bytes -= options.max_bytes % size_of(options.type);
  dataset result;
  result.name = options.name.empty() ? options.path.filename().string() : options.name;
  result.type = options.type;
  result.source = options.path.string();
  result.bytes =
      options.format == file_format::csv ? read_csv_column(options) : read_values(options);
  if (result.bytes.empty())
    throw bad_input(options.path.string() + ": holds no values; give a file with at least one");
  result.sha256 = sha256(result.bytes);
  return result;
}

}  // namespace codag::datasets
