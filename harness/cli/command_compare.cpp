#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/compare/comparison_json.hpp"
#include "harness/report/report_file.hpp"
#include "harness/screen/compare_table.hpp"
#include "harness/screen/pull_request.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/shell_quote.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

struct compare_query {
  std::string base;
  std::vector<std::string> now, measures;
  std::string least_effect = "1%", calibration, format = "text";
  std::optional<std::string> gate;
  bool strict = false, markdown = false;
};

/// A share such as "5%" or "0.05".
double parse_share(const std::string& text, const std::string& place) {
  const bool percent = text.ends_with('%');
  const char* const end = text.data() + text.size() - (percent ? 1 : 0);
  double value = -1;
  const auto [read_to, error] = std::from_chars(text.data(), end, value);
  value /= percent ? 100 : 1;
  if (error != std::errc() || read_to != end || !(value >= 0 && value <= 10))
    throw datasets::bad_input(place +
                              ": expected a share from 0 to 1000%, such as 5% or 0.05, found " +
                              datasets::in_quotes(text));
  return value;
}

exit_code code_of(const comparison& c, const compare_options& options) {
  if (!options.gate) return exit_ok;
  switch (c.at_gate(options.strict)) {
    case gate_outcome::passed:
      return exit_ok;
    case gate_outcome::failed:
      return exit_case_failed;
    default:
      return exit_skipped;
  }
}

int run_compare(const compare_query& given) {
  const nlohmann::json base = read_report(given.base);
  compare_options options;
  options.least_effect = parse_share(given.least_effect, "--min-effect");
  if (given.gate) options.gate = parse_share(*given.gate, "--gate");
  options.strict = given.strict;
  options.judge_ratio = given.measures.empty()
                            ? options.gate.has_value()
                            : std::ranges::find(given.measures, "ratio") != given.measures.end();
  for (const std::string& name : given.measures)
    for (measure& m : find_measures(name)) options.measures.push_back(std::move(m));
  if (options.measures.empty()) options.measures = default_measures(base["codag"]);
  if (!given.calibration.empty()) options.calibration = calibration::read(given.calibration);

  exit_code worst = exit_ok;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  std::vector<std::pair<std::string, comparison>> done;
  for (const std::string& file : given.now) {
    const nlohmann::json now = read_report(file);
    const comparison c = compare_reports(base["codag"], now["codag"], options);
    const compared_names names{given.base, file};
    if (given.format == "text")
      std::cout << compare_text(c, options, names, terminal_width(STDOUT_FILENO));
    else if (given.format == "markdown")
      std::cout << compare_markdown(c, options, names);
    else if (given.format == "github")
      std::cout << github_annotations(c);
    else if (given.format == "gitlab")
      for (auto& entry : gitlab_code_quality(c, names)) all.push_back(std::move(entry));
    else
      all.push_back(comparison_json(c, options, given.base, file));
    // A failed gate says what failed, and how an intended change becomes the new base.
    if (options.gate && c.fails_gate())
      std::cerr << gate_lines(c)
                << "codag: the gate failed; if the change is intended, make it the base: "
                << printable(shell_line({"cp", file, given.base}), 4096) << "\n";
    const exit_code code = code_of(c, options);
    if (code == exit_case_failed || worst == exit_ok) worst = code;
    if (given.format == "text" && &file != &given.now.back()) std::cout << "\n";
    done.emplace_back(file, c);
  }
  if (given.format == "text")
    if (const std::string claims = claims_text(given.base, done, terminal_width(STDOUT_FILENO));
        !claims.empty())
      std::cout << "\n" << claims;
  if (given.format == "json" || given.format == "gitlab") std::cout << json_text(all);
  return worst;
}

}  // namespace

void add_compare(command_line& line) {
  auto given = std::make_shared<compare_query>();
  command compare =
      line.add("compare", "compare reports: same, faster, slower or unclear, per case", [given] {
        if (given->markdown) given->format = "markdown";
        return run_compare(*given);
      });
  compare.text("BASE", given->base, "the report to compare with");
  compare.require("BASE");
  compare.texts("NEW", given->now, "one report or several");
  compare.require("NEW");
  compare.texts_option(
      "--measure", given->measures,
      "a measure to compare; repeatable: throughput, cold, hot, counts, "
      "counts/KEY, stalls/REASON, metrics/NAME, joules_per_gb, ratio, registers, spills. "
      "By default throughput, and counts if BASE ran on the host backend");
  compare.text("--min-effect", given->least_effect, "a change smaller than this is \"same\"");
  compare.text("--gate", given->gate,
               "exit with 1 if a value is worse by more than this: 5%, 0 for exact counts");
  compare.flag(
      "--strict", given->strict,
      "with --gate: exit with 3 if a value is unclear at the gate, or a result of BASE was not "
      "compared (always if nothing can be compared)");
  compare.needs("--strict", "--gate");
  compare.text("--calibration", given->calibration, "the drift between runs, from codag calibrate");
  compare.text(
      "--format", given->format,
      "text, markdown (for a pull request), github (annotations), gitlab (code quality) or "
      "json");
  compare.restrict_to("--format", {"text", "markdown", "github", "gitlab", "json"});
  compare.flag("--markdown", given->markdown, "the same as --format markdown");
  compare.excludes("--markdown", "--format");
  compare.footer(
      "Examples:\n"
      "  codag compare results/h200/fig7.json codag-fig7.json\n"
      "  codag compare base.json new.json --gate 5% --markdown\n"
      "  codag compare base.json new.json --measure counts --gate 0");
}

}  // namespace codag::harness
