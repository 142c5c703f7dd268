#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "datasets/bad_input.hpp"
#include "datasets/gzip.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/reports_at.hpp"
#include "harness/cli/result_output.hpp"
#include "harness/page/page.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

struct page_query {
  std::vector<std::string> reports;
  std::string output;
  bool force = false;
};

bool has_page(const fs::path& file) {
  constexpr std::size_t enough = 1u << 16;  // also for a packed page, to show its beginning
  std::string beginning(enough, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(in.gcount()));
  if (datasets::is_gzip(beginning))
    beginning = datasets::gunzip(beginning, page_mark_bytes).value_or(std::string());
  return is_page(beginning.substr(0, page_mark_bytes));
}

int write_page(const page_query& given) {
  const auto reports = reports_at(given.reports);
  std::set<std::string> seen;
  std::vector<named_report> named;
  for (const auto& [file, report] : reports) {
    if (!seen.insert(file).second)
      throw datasets::bad_input(file + ": is named twice; a page shows a report once");
    named.push_back({file, &report});
  }
  const std::string page = page_of(named);
  result_output output(given.output, {"page", "a page of codag", has_page}, given.force);
  output.write(page);
  (output.is_standard_output() ? std::cerr : std::cout)
      << "page: " << printable(given.output, 4096) << "\n";
  return exit_ok;
}

}  // namespace

void add_page(command_line& line) {
  auto given = std::make_shared<page_query>();
  command page = line.add("page", "write reports as one HTML file, which needs no network",
                          [given] { return write_page(*given); });
  page.texts(
      "REPORT", given->reports,
      "one report; two, to compare them; or more, to show their history; or a folder of them");
  page.require("REPORT");
  page.text("--output", given->output, "the HTML file to write, or - for standard output");
  page.require("--output");
  page.flag("--force", given->force, "replace the file at --output, whatever it is");
  page.footer(
      "Examples:\n"
      "  codag page codag-quick.json --output quick.html\n"
      "  codag page base.json new.json --output comparison.html");
}

}  // namespace codag::harness
