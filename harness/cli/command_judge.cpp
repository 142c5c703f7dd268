#include <unistd.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/claims/judge.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/config/config.hpp"
#include "harness/config/json_file.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/report/dataset_digests.hpp"
#include "harness/report/report_file.hpp"
#include "harness/run/outcome_of_verdicts.hpp"
#include "harness/screen/claims_table.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

struct judge_query {
  std::string config;
  std::vector<std::string> reports;
  bool as_json = false;
  exit_rules rules;
};

/// The verdicts of the config's claims and targets on the rows of all reports.
nlohmann::json verdicts_of(const judge_query& given) {
  const nlohmann::json config =
      read_json_file(given.config, max_config_bytes, "give the path of a config with claims");
  const std::vector<claim> claims = claims_of(config, registry_names(), given.config),
                           targets = targets_of(config, registry_names(), given.config);
  if (claims.empty() && targets.empty())
    throw datasets::bad_input(given.config + ": has neither claims nor targets to judge");
  std::vector<nlohmann::json> reports;
  reports.reserve(given.reports.size());
  // Claims join the rows of all reports, so these must be of the same values.
  dataset_digests digests;
  std::string why_not;
  for (const std::string& file : given.reports) {
    reports.push_back(read_report(file));
    if (reports.back()["codag"]["complete"] != true)
      why_not = file + " is incomplete; continue its run with --resume";
    for (const nlohmann::json& row : reports.back()["codag"]["cases"])
      if (const std::string difference = digests.difference(row); !difference.empty())
        throw datasets::bad_input(file + ": " + difference +
                                  "; give reports whose runs read the same file");
  }
  std::vector<const nlohmann::json*> all;
  all.reserve(reports.size());
  for (const nlohmann::json& report : reports) all.push_back(&report["codag"]);
  const nlohmann::json rows = rows_with_gpu(all);
  return {{"claims", judge_all(claims, rows, why_not)},
          {"targets", judge_targets(targets, rows, why_not)}};
}

/// Whether there are numbers for a claim or a target.
bool any_tested(const nlohmann::json& verdicts) {
  for (const char* list : {"claims", "targets"})
    for (const nlohmann::json& verdict : verdicts[list])
      if (verdict["verdict"] != "not_testable") return true;
  return false;
}

int run_judge(const judge_query& given) {
  const nlohmann::json verdicts = verdicts_of(given);
  if (given.as_json)
    std::cout << json_text(verdicts);
  else
    std::cout << claims_tables(verdicts, terminal_width(STDOUT_FILENO));
  const exit_code code = exit_code_of(outcome_of_verdicts(verdicts), given.rules);
  return code == exit_ok && !any_tested(verdicts) ? exit_skipped : code;
}

}  // namespace

void add_judge(command_line& line) {
  auto given = std::make_shared<judge_query>();
  command judge = line.add("judge", "judge a config's claims and targets by the rows of reports",
                           [given] { return run_judge(*given); });
  judge.text("CONFIG", given->config, "the config whose claims and targets are judged");
  judge.require("CONFIG");
  judge.texts("REPORT", given->reports,
              "one report or several; a claim tells their rows apart by \"gpu\"");
  judge.require("REPORT");
  judge.flag("--json", given->as_json, "print the lists \"claims\" and \"targets\" as JSON");
  judge.flag("--strict", given->rules.strict,
             "exit with 3 if a claim or a target could not be judged");
  judge.flag("--fail-on-claims", given->rules.fail_on_claims,
             "exit with 5 if a claim was not reproduced, or a target missed");
  judge.footer(
      "The exit code is 3 if the reports have the numbers of no claim and no target.\n"
      "Examples:\n"
      "  codag judge configs/paper/tiles_fig7.json results/h200/tiles_fig7.json.gz\n"
      "  codag judge configs/paper/section_5g.json a100.json v100.json");
}

}  // namespace codag::harness
