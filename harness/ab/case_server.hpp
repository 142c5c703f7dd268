// A program's side of the conversation that protocol.hpp describes.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/measure/workload.hpp"
#include "harness/plan/case.hpp"
#include "harness/run/column_store.hpp"

namespace codag::harness {

/// Answers requests about the cases of a plan.
class case_server {
 public:
  /// A launch of a workload and its time: cold or hot.
  using timer = std::function<timed_run(workload&, bool cold)>;

  /// `config` and `plan` must outlive the server. Tests hand in a clock of their own.
  case_server(
      const config& config, const std::vector<bench_case>& plan,
      timer timed = [](workload& w, bool cold) { return w.run(cold); });

  nlohmann::json answer(const nlohmann::json& request);

 private:
  [[nodiscard]] nlohmann::json hello() const;
  nlohmann::json prepare(const std::string& name);
  nlohmann::json sample(unsigned launches);

  const config& config_;
  const std::vector<bench_case>& plan_;
  timer timed_;
  column_store columns_;
  std::unique_ptr<workload> prepared_;  // null if no case is prepared
  bool cold_ = false;                   // how it is timed
};

/// What the process started with serve_cases_option does: it answers until the other side closes
/// the socket.
int serve_cases(const config& config, const std::vector<bench_case>& plan);

}  // namespace codag::harness
