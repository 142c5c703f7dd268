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

/// How the pass over one row ended.
struct outcome {
  std::string why_not;  ///< empty if the row has its profile
  bool failed = false;  ///< not for lack of a GPU, a counter or a permission, but by an error
};

/// One pass over the rows of a report. A process samples stalls in one session: CUPTI gives nothing
/// to a second.
class profiling_pass {
 public:
  profiling_pass(std::string pass, const config& config)
      : pass_(std::move(pass)), config_(config), columns_(config.seed) {}

  /// Gives the row its profile, or the reason why it has none.
  outcome run(const bench_case& what, json& row) {
    const auto lacks = [&](const std::string& why, bool failed) {
      row[pass_] = nullptr;
      row["absent"][pass_] = why;
      return outcome{why, failed};
    };
    if (nothing_) return lacks(*nothing_, false);
    try {
      const profiler_range range(what.name);
      row[pass_] = profile_of(what, row);
      row["absent"].erase(pass_);
      return {};
    } catch (const cannot_profile& e) {
      return lacks(e.what(), false);
    } catch (const cannot_run& e) {
      return lacks(e.what(), false);
    } catch (const std::exception& e) {
      return lacks(std::string("error: ") + e.what(), true);
    }
  }

 private:
  json profile_of(const bench_case& what, const json& row) {
    case_result result;
    result.what = what;
    const auto workload = prepare_case(columns_, config_, result);
    // Modules are loaded at the first launch, which is no part of a profile.
    workload->timed_launch();
    const profiler_range range(pass_);
    const profiled_launch launch = [&] { return workload->timed_launch(); };
    if (pass_ == "stalls")
      return stalls_json(session_.sample_stalls(launch, {.period_exponent = config_.stalls.period}),
                         hot_median(row));
    metric_profile profile = profiler::collect_metrics(launch, config_.metrics);
    // The replays must not have changed what the kernel writes.
    const verification after = workload->verify();
    if (!after.ok)
      throw std::runtime_error("the output is wrong after the metrics pass: " + after.reason);
    profile.verified_after = true;
    return metrics_json(profile, hot_median(row));
  }

  std::string pass_;
  const config& config_;
  std::optional<std::string> nothing_ = profiler::absent();
  column_store columns_;
  profiler::stall_session session_;
};

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

  profiling_pass profiling(pass, config);
  const profiler_range range(config.experiment);
  std::set<std::string> said;
  int exit = exit_ok;
  progress_line progress(wanted.size());
  for (const bench_case* c : wanted) {
    progress.begin(pass + " of " + c->name);
    const outcome done = profiling.run(*c, *rows[c->name]);
    if (done.failed) exit = exit_case_failed;
    if (!done.why_not.empty() && said.insert(done.why_not).second)
      progress.say("codag: " + pass + ": " + done.why_not);
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
