// The run's side of the conversation that peer_worker.cpp describes.
#include "harness/run/peer_cases.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "harness/measure/transfer/transfer_workload.hpp"
#include "harness/report/benchmark_rows.hpp"
#include "harness/report/case_json.hpp"
#include "harness/run/damage.hpp"
#include "harness/run/peer_worker.hpp"
#include "harness/run/run_case.hpp"
#include "harness/support/disturbed_row.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// After this many crashes and hangs in one case, the rest of the damaged chunks is not tried.
constexpr unsigned most_failures = 8;

asked_process::clock::time_point after(double seconds) {
  return asked_process::clock::now() +
         std::chrono::ceil<asked_process::clock::duration>(std::chrono::duration<double>(seconds));
}

/// The rows that a process sent for a case. Throws std::exception if they are none.
finished_case finished(const json& line, const bench_case& c) {
  finished_case done{.row = line.at("row"),
                     .benchmarks = line.at("benchmarks"),
                     .outcome = {},
                     .reason = line.at("reason"),
                     .note = line.at("note")};
  if (done.row.at("name") != c.name) throw std::runtime_error("the row of another case");
  const std::string status = done.row.at("status");
  for (const case_status s : {case_status::ok, case_status::failed_verify, case_status::skipped,
                              case_status::all_throttled, case_status::error})
    if (to_string(s) == status) done.outcome = outcome_of_status(s);
  if (line.at("bad_input")) done.outcome = {.bad_input = true};
  done.outcome.disturbed = is_disturbed(done.row);
  return done;
}

}  // namespace

peer_cases::peer_cases(std::vector<std::string> arguments, const config& config,
                       const disturbance_rules& rules)
    : arguments_(std::move(arguments)) {
  if (config.asks(measurement::time))
    measuring_s_ +=
        config.time.time_limit_s * ((config.time.cold ? 1 : 0) + (config.time.hot ? 1 : 0));
  if (config.asks(measurement::latency)) measuring_s_ += config.time.time_limit_s;
  if (config.asks(measurement::transfer))
    measuring_s_ += config.time.time_limit_s * static_cast<double>(all_transfer_runs.size());
  // The clock settles and idles before and after (energy_meter.cpp).
  if (config.asks(measurement::energy)) measuring_s_ += 10 * config.energy.seconds;
  if (measuring_s_ > 0 && !rules.allow) measuring_s_ += rules.case_seconds;
}

asked_process& peer_cases::process_of(const peer_spec& peer) {
  auto& process = processes_[peer.library];
  if (!process) {
    std::vector<std::string> command = arguments_;
    command.emplace_back(peer_worker_option);
    process = std::make_unique<asked_process>(std::move(command));
  }
  return *process;
}

finished_case peer_cases::failed(const bench_case& c, const process_failure& failure) const {
  case_result result;
  result.what = c;
  result.status = case_status::error;
  result.reason = "the peer " + c.column()->peer->library + " failed: " + failure.how;
  return {.row = case_json(result),
          .benchmarks = benchmark_rows(result, 0),
          .outcome = outcome_of_status(result.status),
          .reason = result.reason,
          .note = {}};
}

finished_case peer_cases::run(const bench_case& c) {
  if (std::holds_alternative<damage_case>(c.work)) return run_damage(c);
  const peer_spec& peer = *c.column()->peer;
  asked_process& process = process_of(peer);
  process.send({{"case", c.name}});
  // Making a column has no limit; the peer's own work has.
  std::optional<asked_process::clock::time_point> deadline;
  while (const auto line = process.receive(deadline)) {
    try {
      if (line->contains("stage")) {
        if (!deadline) deadline = after(peer.timeout_s + measuring_s_);
        continue;
      }
      finished_case done = finished(*line, c);
      // After an error the GPU's context may be lost; the next case gets a new process.
      if (done.outcome.failed) processes_.erase(peer.library);
      return done;
    } catch (const std::exception&) {
      process.refuse();
    }
  }
  finished_case done = failed(c, process.failure());
  processes_.erase(peer.library);
  return done;
}

finished_case peer_cases::run_damage(const bench_case& c) {
  const peer_spec& peer = *c.column()->peer;
  std::map<std::string, std::uint64_t> counts;
  const auto count = [&](damage_outcome outcome, std::uint64_t chunks = 1) {
    if (chunks > 0) counts[std::string(to_string(outcome))] += chunks;
  };
  std::optional<finished_case> row;
  std::size_t next = 0;
  for (unsigned failures = 0; next < damage_tries;) {
    asked_process& process = process_of(peer);
    process.send({{"case", c.name}, {"from", next}});
    std::optional<asked_process::clock::time_point> deadline;
    bool prepared = false;
    while (next < damage_tries) {
      const auto line = process.receive(deadline);
      if (!line) break;
      try {
        if (line->contains("stage")) {
          if (!deadline) deadline = after(peer.timeout_s);
          continue;
        }
        if (line->contains("row")) {
          finished_case its = finished(*line, c);
          if (its.outcome.failed) processes_.erase(peer.library);
          if (!its.outcome.ran) return its;
          if (!row) row = std::move(its);
          prepared = true;
        } else if (!prepared || line->at("try").get<std::size_t>() != next) {
          process.refuse();
          break;
        } else {
          ++counts[line->at("outcome").get<std::string>()];
          ++next;
        }
        deadline = after(peer.timeout_s);
      } catch (const std::exception&) {
        process.refuse();
      }
    }
    if (next == damage_tries) break;
    const process_failure failure = process.failure();
    processes_.erase(peer.library);
    if (!row) return failed(c, failure);  // it could not even be prepared
    count(failure.hung ? damage_outcome::hang : damage_outcome::crash);
    ++next;
    if (++failures < most_failures) continue;
    count(damage_outcome::untried, damage_tries - next);
    next = damage_tries;
  }
  row->row["damage"] = counts;
  return *row;
}

}  // namespace codag::harness
