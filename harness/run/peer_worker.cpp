#include "harness/run/peer_worker.hpp"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/measure/workload.hpp"
#include "harness/peers/peer_facts_json.hpp"
#include "harness/peers/peer_library.hpp"
#include "harness/report/benchmark_rows.hpp"
#include "harness/report/case_json.hpp"
#include "harness/run/asked_process.hpp"
#include "harness/run/damage.hpp"
#include "harness/run/run_case.hpp"

// The lines of the conversation. The run sends
//   {"case": NAME}              to have a case run, and for one about damaged chunks also
//   {"case": NAME, "from": N}   to have the chunks from number N on tried.
// The process answers
//   {"stage": "peer"}           when the column is there, and the peer's own code begins;
//   {"row": ..., "benchmarks": [...], "bad_input": ..., "reason": ..., "note": ...}
//                               at the end of a case, or when a case about damaged chunks is
//                               prepared and the tries begin; then
//   {"try": N, "outcome": ...}  per damaged chunk.
namespace codag::harness {
namespace {

using nlohmann::json;

constexpr int exit_after_a_crash = 70;

void send_row(const case_result& result, bool bad_input, asker_channel& channel) {
  channel.send({{"row", case_json(result)},
                {"benchmarks", benchmark_rows(result, 0)},
                {"bad_input", bad_input},
                {"reason", result.reason},
                {"note", result.note}});
}

/// Sends the row, and tries the damaged chunks from number `from` on if the case can run.
void try_damage(column_store& columns, const config& config, case_result& result, std::size_t from,
                asker_channel& channel) {
  std::optional<damage_trial> trial;
  try {
    trial.emplace(columns, config, result, [&] { channel.send({{"stage", "peer"}}); });
    result.status = case_status::ok;
  } catch (const cannot_run& e) {
    result.status = case_status::skipped;
    result.reason = e.what();
  } catch (const std::exception& e) {
    result.status = case_status::error;
    result.reason = e.what();
  }
  send_row(result, false, channel);
  try {
    for (std::size_t i = from; trial && i < damage_tries; ++i)
      channel.send({{"try", i}, {"outcome", to_string(trial->run(i))}});
  } catch (const std::exception&) {
    // Most likely the GPU's context is lost. The run counts a crash and starts a new process.
    _exit(exit_after_a_crash);
  }
}

void run_case_here(const bench_case& c, column_store& columns, const config& config,
                   watches& watches, std::size_t from, asker_channel& channel) {
  case_result result;
  result.what = c;
  if (std::holds_alternative<damage_case>(c.work)) {
    result.damage.emplace();
    try_damage(columns, config, result, from, channel);
    return;
  }
  const run_outcome outcome = run_to_a_status(columns, config, result, watches, [&] {
    channel.send({{"stage", "peer"}});
  });
  send_row(result, outcome.bad_input, channel);
}

}  // namespace

int describe_peer(const std::filesystem::path& library) {
  become_asked_process();
  asker_channel channel;
  try {
    channel.send({{"facts", peer_facts_json(load_peer(library).facts)}});
  } catch (const std::exception& e) {
    channel.send({{"bad_input", e.what()}});
  }
  // Destructors of the library do not run: it may have none that work.
  _exit(0);
}

int run_peer_worker(const config& config, const std::vector<bench_case>& plan,
                    const disturbance_rules& rules) {
  become_asked_process();
  asker_channel channel;
  column_store columns(config.seed);
  watches watches(rules);
  while (const auto asked = channel.receive()) {
    const auto c = std::ranges::find(plan, asked->at("case").get<std::string>(), &bench_case::name);
    if (c == plan.end()) break;
    run_case_here(*c, columns, config, watches, asked->value("from", std::size_t{0}), channel);
  }
  _exit(0);
}

}  // namespace codag::harness
