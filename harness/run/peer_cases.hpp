// The cases of peers, as the run sees them: each peer has a process of its own (peer_worker.hpp).
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/measure/disturbance/takes.hpp"
#include "harness/plan/case.hpp"
#include "harness/run/asked_process.hpp"
#include "harness/run/outcome.hpp"

namespace codag::harness {

/// The rows of a case that ran in another process.
struct finished_case {
  nlohmann::json row;
  std::vector<nlohmann::json> benchmarks;
  run_outcome outcome;
  std::string reason, note;
};

/// Runs the cases of peers, each peer in a process of its own, which is kept for its next case.
class peer_cases {
 public:
  /// `arguments` is the command line of this run. A case that is disturbed may take as much longer
  /// as `rules` has it taken again.
  peer_cases(std::vector<std::string> arguments, const config& config,
             const disturbance_rules& rules);

  /// Whether the case belongs in a process of its own. One of a peer that is absent does not.
  static bool wants(const bench_case& c) {
    return c.column() != nullptr && c.column()->peer && c.column()->peer->absent.empty();
  }
  /// Runs the case to its end. A crash or a hang becomes the row's status and reason.
  finished_case run(const bench_case& c);

 private:
  asked_process& process_of(const peer_spec& peer);
  finished_case run_damage(const bench_case& c);
  finished_case failed(const bench_case& c, const process_failure& failure) const;

  std::vector<std::string> arguments_;
  double measuring_s_ = 0;  // the time that the run itself asks a case to take
  std::map<std::string, std::unique_ptr<asked_process>> processes_;  // by the peer's library
};

}  // namespace codag::harness
