#include "datasets/table/load_table.hpp"

#include <dlfcn.h>

#include <system_error>

#include "datasets/digest.hpp"
#include "datasets/input_file.hpp"
#include "datasets/shown_text.hpp"
#include "datasets/table/table_module.hpp"

namespace codag::datasets {
namespace {

/// The module, once per process. It is never closed, because Arrow has threads.
struct table_module {
  read_table_column* read = nullptr;
  std::string why_not;  // empty if `read` is set
};

std::filesystem::path module_file() {
  std::error_code unknown;
  const auto program = std::filesystem::canonical("/proc/self/exe", unknown);
  return program.parent_path().parent_path() / "lib/codag/libcodag_arrow.so";
}

table_module open_module() {
  const std::string remedy = "run scripts/setup --arrow, which gets Arrow and builds that file";
  const std::filesystem::path file = module_file();
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown))
    return {.why_not = "this codag was built without Apache Arrow (there is no " + file.string() +
                       "); " + remedy + ", or convert the column to raw values or CSV"};
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* found = handle == nullptr ? nullptr : dlsym(handle, read_table_column_symbol);
  if (found == nullptr) return {.why_not = one_line(dlerror()) + "; " + remedy};
  return {.read = reinterpret_cast<read_table_column*>(found), .why_not = {}};
}

const table_module& opened_module() {
  static const table_module module = open_module();
  return module;
}

}  // namespace

dataset load_table(const table_options& options) {
  const std::string file = options.path.string();
  const bool orc = options.format == table_format::orc;
  require_input_file(options.path, "give the path of a file");
  const table_module& module = opened_module();
  if (module.read == nullptr)
    throw bad_input(file + ": " + (orc ? "ORC" : "Parquet") +
                    " files cannot be read: " + module.why_not);
  table_answer answer;
  module.read({.path = file,
               .orc = orc,
               .column = options.column,
               .type = options.type,
               .max_bytes = options.max_bytes},
              answer);
  if (!answer.error.empty())
    throw bad_input(file + ": column " + in_quotes(options.column) + ": " + one_line(answer.error));
  if (answer.values.empty())
    throw bad_input(file + ": column " + in_quotes(options.column) + ": has no values in " +
                    std::to_string(answer.rows) + " rows; choose another column");
  dataset result;
  result.name = options.name.empty() ? options.path.filename().string() : options.name;
  result.type = answer.type;
  result.bytes = std::move(answer.values);
  result.source = file;
  result.sha256 = sha256(result.bytes);
  result.table = table_origin{.column = options.column,
                              .column_type = answer.column_type,
                              .rows = answer.rows,
                              .nulls = answer.nulls};
  return result;
}

}  // namespace codag::datasets
