// The run's side of the conversation with the processes of peers (peer_worker.cpp).
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/report/case_json.hpp"
#include "harness/run/damage.hpp"
#include "harness/run/peer_worker.hpp"
#include "harness/run/run_case.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// After this many crashes and hangs in one case, the rest of the damaged chunks is not tried.
constexpr unsigned most_failures = 8;

finished_case finished(const json& line) {
  finished_case done{.row = line["row"],
                     .benchmarks = line["benchmarks"],
                     .outcome = {},
                     .reason = line["reason"],
                     .note = line["note"]};
  const std::string status = done.row["status"];
  for (const case_status s : {case_status::ok, case_status::failed_verify, case_status::skipped,
                              case_status::all_throttled, case_status::error})
    if (to_string(s) == status) done.outcome = outcome_of_status(s);
  if (line["bad_input"]) done.outcome = {.bad_input = true};
  return done;
}

}  // namespace

peer_process& peer_cases::process_of(const peer_spec& peer) {
  auto& process = processes_[peer.library];
  if (!process) {
    std::vector<std::string> command = arguments_;
    command.emplace_back(peer_worker_option);
    process = std::make_unique<peer_process>(std::move(command));
  }
  return *process;
}

finished_case peer_cases::failed(const bench_case& c, const peer_failure& failure) const {
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
  peer_process& process = process_of(peer);
  process.send({{"case", c.name}});
  // Making a column has no limit; the peer's own work has.
  std::optional<std::chrono::duration<double>> limit;
  for (;;) {
    const auto line = process.receive(limit);
    if (!line) {
      finished_case done = failed(c, process.failure());
      processes_.erase(peer.library);
      return done;
    }
    if (line->contains("stage")) {
      limit.emplace(peer.timeout_s);
      continue;
    }
    finished_case done = finished(*line);
    // After an error the GPU's context may be lost; the next case gets a new process.
    if (done.outcome.failed) processes_.erase(peer.library);
    return done;
  }
}

finished_case peer_cases::run_damage(const bench_case& c) {
  const peer_spec& peer = *c.column()->peer;
  std::map<std::string, std::uint64_t> counts;
  std::size_t next = 0;
  for (unsigned failures = 0;;) {
    peer_process& process = process_of(peer);
    process.send({{"case", c.name}, {"from", next}});
    std::optional<std::chrono::duration<double>> limit;
    std::optional<std::size_t> trying;
    for (;;) {
      const auto line = process.receive(limit);
      if (!line) {
        const peer_failure failure = process.failure();
        processes_.erase(peer.library);
        if (!trying) return failed(c, failure);  // not even prepared
        ++counts[std::string(
            to_string(failure.hung ? damage_outcome::hang : damage_outcome::crash))];
        next = *trying + 1;
        if (++failures >= most_failures && next < damage_tries) {
          counts[std::string(to_string(damage_outcome::untried))] = damage_tries - next;
          next = damage_tries;
        }
        break;
      }
      if (line->contains("stage")) {
        limit.emplace(peer.timeout_s);
      } else if (line->contains("outcome")) {
        ++counts[line->at("outcome").get<std::string>()];
        trying.reset();
      } else if (line->contains("try")) {
        trying = line->at("try").get<std::size_t>();
      } else {
        finished_case done = finished(*line);
        if (done.outcome.ran) done.row["damage"] = counts;
        return done;
      }
    }
  }
}

}  // namespace codag::harness
