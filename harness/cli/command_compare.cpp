#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/compare_code.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/report_pairs.hpp"
#include "harness/compare/comparison_json.hpp"
#include "harness/screen/compare_table.hpp"
#include "harness/screen/compare_words.hpp"
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
  std::string least_effect = "1%", filter, format = "text", gate_on = "time";
  std::optional<std::string> gate, calibration;
  bool strict = false, markdown = false, code_only = false;
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
                              ": expected a value from 0 to 1000%, such as 5% or 0.05, found " +
                              datasets::in_quotes(text));
  return value;
}

exit_code code_of(const comparison& c, const compare_options& options, bool vanished) {
  if (!options.gate) return exit_ok;
  switch (c.at_gate(options.strict)) {
    case gate_outcome::passed:
      return exit_ok;
    case gate_outcome::failed:
      return exit_case_failed;
    case gate_outcome::nothing_compared:
      return vanished && !options.strict ? exit_ok : exit_skipped;
    case gate_outcome::incomplete:
      break;
  }
  return exit_skipped;
}

compare_options options_of(const compare_query& given) {
  compare_options options;
  options.least_effect = parse_share(given.least_effect, "--min-effect");
  if (given.gate) options.gate = parse_share(*given.gate, "--gate");
  options.gate_on = given.gate_on == "cycles" ? gate_basis::cycles : gate_basis::time;
  options.strict = given.strict;
  options.judge_ratio = given.measures.empty()
                            ? options.gate.has_value()
                            : std::ranges::find(given.measures, "ratio") != given.measures.end();
  for (const std::string& name : given.measures)
    for (measure& m : find_measures(name)) options.measures.push_back(std::move(m));
  if (given.calibration) options.calibration = calibration::read(*given.calibration);
  return options;
}

/// The options for one pair: what is compared by default depends on where the base ran.
compare_options options_for(const report_pair& pair, compare_options options,
                            const std::string& calibration) {
  if (options.measures.empty()) options.measures = default_measures(pair.base_report);
  if (options.calibration)
    for (const nlohmann::json* report : {&pair.base_report, &pair.now_report})
      options.calibration->check_applies(*report, calibration);
  return options;
}

/// Prints the comparisons one after the other, and what JSON formats gather at the end.
class compare_output {
 public:
  explicit compare_output(const std::string& format) : format_(format) {}

  void add(const report_pair& pair, const comparison& c, const compare_options& options) {
    const compared_names names{pair.base, pair.now + (pair.vanished ? ": no such report" : "")};
    if (format_ == "text")
      std::cout << std::exchange(separator_, "\n")
                << compare_text(c, options, names, terminal_width(STDOUT_FILENO));
    else if (format_ == "markdown")
      std::cout << compare_markdown(c, options, names);
    else if (format_ == "github")
      std::cout << github_annotations(c);
    else if (format_ == "gitlab")
      for (auto& entry : gitlab_code_quality(c, names)) all_.push_back(std::move(entry));
    else
      all_.push_back(comparison_json(c, options, pair.base, pair.now));
    // A failed gate says what failed, and how an intended change becomes the new base.
    if (options.gate && c.fails_gate())
      std::cerr << gate_lines(c)
                << "codag: the gate failed; if the change is intended, make it the base: "
                << printable(shell_line({"cp", pair.now, pair.base}), 4096) << "\n";
    if (options.gate && !c.fails_gate() && format_ != "text" && format_ != "markdown" &&
        c.at_gate(options.strict) != gate_outcome::passed)
      std::cerr << "codag: " << printable(pair.now, 400) << ": " << gate_text(c, options) << "\n";
    done_[pair.base].emplace_back(pair.now, c);
  }

  void end() const {
    if (format_ == "text")
      for (const auto& [base, comparisons] : done_)
        if (const std::string claims =
                claims_text(base, comparisons, terminal_width(STDOUT_FILENO));
            !claims.empty())
          std::cout << "\n" << claims;
    if (format_ == "json" || format_ == "gitlab") std::cout << json_text(all_);
  }

 private:
  std::string format_;
  const char* separator_ = "";
  nlohmann::ordered_json all_ = nlohmann::ordered_json::array();
  std::map<std::string, std::vector<std::pair<std::string, comparison>>> done_;  // by base
};

int run_compare(const compare_query& given) {
  if (given.code_only) return compare_code(given.base, given.now);
  const compare_options for_all = options_of(given);
  compare_output output(given.format);
  exit_code worst = exit_ok;
  bool judged = false;
  for (const report_pair& pair : report_pairs(given.base, given.now, given.filter)) {
    const compare_options options = options_for(pair, for_all, given.calibration.value_or(""));
    const comparison c = compare_reports(pair.base_report, pair.now_report, options);
    output.add(pair, c, options);
    judged |= c.is_judged();
    const exit_code code = code_of(c, options, pair.vanished);
    if (code == exit_case_failed || worst == exit_ok) worst = code;
  }
  output.end();
  // Reports that have vanished pass without --strict, but not all of them.
  return worst == exit_ok && for_all.gate && !judged ? exit_skipped : worst;
}

}  // namespace

void add_compare(command_line& line) {
  auto given = std::make_shared<compare_query>();
  command compare =
      line.add("compare", "compare reports: same, faster, slower or unclear, per case", [given] {
        if (given->markdown) given->format = "markdown";
        return run_compare(*given);
      });
  compare.text("BASE", given->base, "the report to compare with, or a folder of reports");
  compare.require("BASE");
  compare.texts("NEW", given->now,
                "one report or several; or folders, whose reports are compared with those of BASE "
                "that have the same file name");
  compare.require("NEW");
  compare.texts_option(
      "--measure", given->measures,
      "a measure to compare; repeatable: throughput, cold, hot, latency, counts, "
      "counts/KEY, stalls/REASON, metrics/NAME, joules_per_gb, ratio, registers, spills. "
      "By default throughput, and counts if BASE ran on the host backend");
  compare.text("--filter", given->filter,
               "compare only cases whose name this regular expression matches");
  compare.text("--min-effect", given->least_effect, "a change smaller than this is \"same\"");
  compare.text("--gate", given->gate,
               "exit with 1 if a value is worse by more than this: 5%, 0 for exact counts");
  compare.text("--gate-on", given->gate_on,
               "what the gate judges: time, or cycles (of cases that run on the SM's clock)");
  compare.restrict_to("--gate-on", {"time", "cycles"});
  compare.needs("--gate-on", "--gate");
  compare.flag(
      "--strict", given->strict,
      "with --gate: exit with 3 if a value is unclear at the gate, has drifted or is of another "
      "GPU "
      "or CPU, or a result or a report of BASE was not compared (always if nothing can be judged)");
  compare.needs("--strict", "--gate");
  compare.text("--calibration", given->calibration, "the drift between runs, from codag calibrate");
  compare.text(
      "--format", given->format,
      "text, markdown (for a pull request), github (annotations), gitlab (code quality) or "
      "json");
  compare.restrict_to("--format", {"text", "markdown", "github", "gitlab", "json"});
  compare.flag("--markdown", given->markdown, "the same as --format markdown");
  compare.excludes("--markdown", "--format");
  compare.flag(
      "--code-only", given->code_only,
      "compare no times, but whether the kernels' machine code is the same: exit with 1 if "
      "it is not, and 3 if a report does not tell. BASE and NEW may be codag programs, too. "
      "It needs no GPU");
  for (const char* of_values : {"--measure", "--filter", "--min-effect", "--gate", "--gate-on",
                                "--strict", "--calibration", "--format", "--markdown"})
    compare.excludes("--code-only", of_values);
  compare.footer(
      "Examples:\n"
      "  codag compare results/h200/fig7.json.gz codag-fig7.json\n"
      "  codag compare base.json new.json --gate 5% --strict --markdown\n"
      "  codag compare base/ new/ --filter deflate --gate 2% --strict\n"
      "  codag compare base.json new.json --measure counts --gate 0\n"
      "  codag compare base.json build/release/bin/codag --code-only");
}

}  // namespace codag::harness
