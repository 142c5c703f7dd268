#include "harness/run/profile_pass.hpp"

#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "datasets/bad_input.hpp"
#include "harness/measure/profile/profiler.hpp"
#include "harness/measure/profiler_range.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/report/pc_sampling_recording.hpp"
#include "harness/report/profile_json.hpp"
#include "harness/report/report_file.hpp"
#include "harness/run/child_process.hpp"
#include "harness/run/prepare_case.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

std::optional<double> hot_median(const json& row) {
  const json& hot = row["time"]["hot"];
  return hot.is_null() ? std::nullopt : std::optional<double>(hot["median_s"]);
}

/// If the environment has CODAG_RECORD_PC_SAMPLING=FILE, CUPTI's answers for the last kernel are
/// written to that file as JSON. Tests use such a recording without a GPU.
std::unique_ptr<pc_sampling_api> recorded_if_asked(std::unique_ptr<pc_sampling_api> api) {
  const char* file = std::getenv("CODAG_RECORD_PC_SAMPLING");
  return file == nullptr ? std::move(api) : recorded_in(file, std::move(api));
}

/// The outcome of a pass for one row.
struct ending {
  std::string why_not;  ///< empty if the row has its profile
  bool failed = false;  ///< an error; a missing GPU, counter or permission is none
};

/// A profiling pass over the rows of a report. All stalls of a process are sampled in one session,
/// because CUPTI gives no samples in a second one.
class profiling_pass {
 public:
  profiling_pass(measurement pass, const config& config)
      : pass_(pass), key_(to_string(pass)), config_(config), columns_(config.seed) {}

  /// Adds to the row its profile, or the reason why it has none.
  ending run(const bench_case& what, json& row) {
    const auto lacks = [&](const std::string& why, bool failed) {
      row[key_] = nullptr;
      row["absent"][key_] = why;
      return ending{why, failed};
    };
    if (nothing_) return lacks(*nothing_, false);
    try {
      const profiler_range range(what.name);
      row[key_] = profile_of(what, row);
      row["absent"].erase(key_);
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
    check_values(result, row);
    // The first launch loads modules and is therefore not profiled.
    workload->timed_launch();
    const profiler_range range(key_);
    const profiled_launch launch = [&] { return workload->timed_launch(); };
    if (pass_ == measurement::stalls)
      return stalls_json(session_.sample_stalls(launch, config_.stalls), hot_median(row));
    metric_profile profile = profiler::collect_metrics(launch, config_.metrics);
    // This checks that the replays did not change the kernel's output.
    const verification after = workload->verify();
    if (!after.ok)
      throw std::runtime_error("the output is wrong after the metrics pass: " + after.reason);
    profile.verified_after = true;
    return metrics_json(profile, hot_median(row));
  }

  /// This process has loaded the column once more.
  static void check_values(const case_result& result, const json& row) {
    const json& dataset = row["dataset"];
    if (dataset.is_object() && dataset["sha256"] != result.dataset_sha256)
      throw datasets::bad_input(dataset.value("source", std::string{}) +
                                ": was changed after the case was measured; run all cases again");
  }

  measurement pass_;
  std::string key_;
  const config& config_;
  std::optional<std::string> nothing_ = profiler::why_no_profile();
  column_store columns_;
  profiler::stall_session session_{recorded_if_asked};
};

}  // namespace

bool wants_pass(const json& row, measurement pass) {
  return row["status"] == "ok" && backend_of(row) == backend::cuda &&
         kind_of(row) != work_kind::traffic && kind_of(row) != work_kind::damage &&
         row.value(std::string(to_string(pass)), json()).is_null();
}

std::string peer_of(const bench_case& c) {
  return c.column() != nullptr && c.column()->peer ? c.column()->peer->library : std::string();
}

run_outcome run_profile_pass(measurement pass, const config& config,
                             const std::vector<bench_case>& plan, const std::string& peer,
                             const std::filesystem::path& file, interruption& interruption,
                             run_observer& observer) {
  json report = read_report(file);
  std::map<std::string, json*> rows;
  for (json& row : report["codag"]["cases"]) rows[row["name"]] = &row;
  std::vector<const bench_case*> wanted;
  for (const bench_case& c : plan)
    if (const auto at = rows.find(c.name);
        at != rows.end() && peer_of(c) == peer && wants_pass(*at->second, pass))
      wanted.push_back(&c);

  profiling_pass profiling(pass, config);
  const profiler_range range(config.experiment);
  const std::string name(to_string(pass));
  std::set<std::string> said;
  run_outcome outcome;
  observer.series_begins(wanted.size());
  for (const bench_case* c : wanted) {
    observer.case_begins(name + " of " + c->name);
    // A peer that hangs here ends this process by SIGALRM. Replays take many times as long as a
    // launch.
    if (!peer.empty()) alarm(60 + 10 * static_cast<unsigned>(c->column()->peer->timeout_s));
    const ending done = profiling.run(*c, *rows[c->name]);
    outcome += {.failed = done.failed};
    if (!done.why_not.empty() && said.insert(done.why_not).second)
      observer.say(name + ": " + done.why_not);
    {
      const auto held = interruption.hold();
      write_report(file, report);
    }
    observer.case_ended();
  }
  observer.series_ended();
  return outcome;
}

run_outcome profile_in_own_process(measurement pass, std::vector<std::string> arguments,
                                   const std::string& peer, const std::filesystem::path& file,
                                   interruption& interruption, run_observer& observer) {
  const std::string name(to_string(pass));
  arguments.insert(arguments.end(), {"--pass", name, "--pass-report", file.string()});
  if (!peer.empty()) arguments.insert(arguments.end(), {pass_peer_option, peer});
  const child_end ended = run_child(std::move(arguments), interruption);
  if (!ended.not_started.empty())
    observer.say("the " + name + " pass could not be started: " + ended.not_started);
  else if (ended.signal != 0)
    observer.say("the " + name + " pass was ended by signal " + std::to_string(ended.signal) +
                 "; the report has the earlier results, and --resume continues");
  return {.failed = !ended.not_started.empty() || ended.signal != 0 || ended.exit_code != 0};
}

}  // namespace codag::harness
