// Writes what is made of the table of a report's keys (harness/report/shape/report_table.hpp): the
// schema results/report.schema.json, and the lists of keys in docs/report.md. With --check it
// writes nothing, and fails if one of the files is not what the table says.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "harness/support/json_text.hpp"
#include "tests/harness/report/keys/page.hpp"
#include "tests/harness/report/keys/schema.hpp"

namespace {

namespace shape = codag::harness::shape;
const std::filesystem::path source = CODAG_SOURCE_DIR;

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(source / file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Whether the file has the text, which is written if it may be.
bool holds(const std::filesystem::path& file, const std::string& text, bool may_write) {
  if (content_of(file) == text) return true;
  if (may_write) std::ofstream(source / file) << text;
  return may_write;
}

}  // namespace

int main(int argc, char** argv) {
  const bool writes = argc == 1;
  if (!writes && (argc != 2 || std::string_view(argv[1]) != "--check")) {
    std::cerr << "usage: report_keys [--check]\n";
    return 2;
  }
  const std::filesystem::path schema = "results/report.schema.json", page = "docs/report.md";
  int stale = 0;
  try {
    const auto made = codag::harness::json_text(shape::schema_of(shape::report()));
    const auto lists = shape::page_with_keys(shape::report(), content_of(page));
    for (const auto& [file, text] : {std::pair(schema, made), std::pair(page, lists)}) {
      if (holds(file, text, writes)) continue;
      std::cerr << file.string() << " differs from the table in harness/report/shape/; run "
                << argv[0] << '\n';
      stale = 1;
    }
  } catch (const std::runtime_error& e) {
    std::cerr << page.string() << ": " << e.what() << '\n';
    return 1;
  }
  return stale;
}
