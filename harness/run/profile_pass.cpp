#include "harness/run/profile_pass.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/profile/profiler.hpp"
#include "harness/report/profile_json.hpp"
#include "harness/report/report_file.hpp"
#include "harness/run/prepare_case.hpp"
#include "harness/run/profiler_range.hpp"
#include "harness/screen/progress.hpp"

extern char** environ;

namespace codag::harness {
namespace {

using nlohmann::json;

std::optional<double> hot_median(const json& row) {
  const json& hot = row["time"]["hot"];
  return hot.is_null() ? std::nullopt : std::optional<double>(hot["median_s"]);
}

json stalls_of(workload& workload, profiler::stall_session& session, const config& config,
               const json& row) {
  const stall_profile profile = session.sample_stalls([&] { return workload.timed_launch(); },
                                                      {.period_exponent = config.stalls.period});
  return stalls_json(profile, hot_median(row));
}

/// The replays must not have changed what the kernel writes.
json metrics_of(workload& workload, const config& config, const json& row) {
  metric_profile profile =
      profiler::collect_metrics([&] { return workload.timed_launch(); }, config.metrics);
  const verification after = workload.verify();
  if (!after.ok)
    throw std::runtime_error("the output is wrong after the metrics pass: " + after.reason);
  profile.verified_after = true;
  return metrics_json(profile, hot_median(row));
}

json profile_of(const std::string& pass, profiler::stall_session& session, column_store& columns,
                const config& config, const bench_case& what, const json& row) {
  case_result result;
  result.what = what;
  const auto workload = prepare_case(columns, config, result);
  // Modules are loaded at the first launch, which is no part of a profile.
  workload->timed_launch();
  const profiler_range range(pass);
  return pass == "stalls" ? stalls_of(*workload, session, config, row)
                          : metrics_of(*workload, config, row);
}

}  // namespace

const std::vector<std::string>& profile_passes() {
  static const std::vector<std::string> passes = {"stalls", "metrics"};
  return passes;
}

bool wants_pass(const json& row, const std::string& pass) {
  return row["status"] == "ok" && row["backend"] == "cuda" && row["variant"] != "copy" &&
         row.value(pass, json()).is_null();
}

int run_profile_pass(const std::string& pass, const config& config,
                     const std::vector<bench_case>& plan, const run_options& options) {
  json report = read_report(options.output);
  std::map<std::string, json*> rows;
  for (json& row : report["codag"]["cases"]) rows[row["name"]] = &row;
  std::vector<const bench_case*> wanted;
  for (const bench_case& c : plan)
    if (const auto at = rows.find(c.name); at != rows.end() && wants_pass(*at->second, pass))
      wanted.push_back(&c);

  const auto nothing = profiler::absent();
  profiler::stall_session session;  // one for all cases
  column_store columns(config.seed);
  const profiler_range range(config.experiment);
  std::set<std::string> said;
  int exit = exit_ok;
  progress_line progress(wanted.size());
  for (const bench_case* c : wanted) {
    progress.begin(pass + " of " + c->name);
    json& row = *rows[c->name];
    std::string why_not = nothing.value_or("");
    if (!nothing) try {
        const profiler_range of_case(c->name);
        row[pass] = profile_of(pass, session, columns, config, *c, row);
        row["absent"].erase(pass);
      } catch (const cannot_profile& e) {
        why_not = e.what();
      } catch (const cannot_run& e) {
        why_not = e.what();
      } catch (const std::exception& e) {
        why_not = std::string("error: ") + e.what();
        exit = exit_case_failed;
      }
    if (!why_not.empty()) {
      row[pass] = nullptr;
      row["absent"][pass] = why_not;
      if (said.insert(why_not).second) progress.say("codag: " + pass + ": " + why_not);
    }
    write_report(options.output, report);
    progress.end();
  }
  return exit;
}

int profile_in_own_process(const std::string& pass, const run_options& options) {
  std::vector<std::string> arguments = options.arguments;
  arguments.insert(arguments.end(), {"--pass", pass});
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, argv.data(), environ);
  if (error != 0) {
    std::cerr << "codag: the " << pass << " pass cannot be started: " << std::strerror(error)
              << "\n";
    return exit_case_failed;
  }
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(state)) return WEXITSTATUS(state);
  std::cerr << "codag: the " << pass << " pass was ended by signal " << WTERMSIG(state)
            << "; the report has what came before, --resume goes on\n";
  return exit_case_failed;
}

}  // namespace codag::harness
