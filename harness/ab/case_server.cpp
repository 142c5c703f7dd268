#include "harness/ab/case_server.hpp"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "harness/ab/protocol.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/report/case_result.hpp"
#include "harness/report/provenance.hpp"
#include "harness/run/asked_process.hpp"
#include "harness/run/inputs.hpp"
#include "harness/run/prepare_case.hpp"
#include "harness/support/backend.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// What this program was built from.
json built_from() {
  const json all = provenance("", nullptr, "");
  json built;
  for (const char* key : {"codag_version", "source", "compiler"}) built[key] = all[key];
  return built;
}

}  // namespace

case_server::case_server(const config& config, const std::vector<bench_case>& plan, timer timed)
    : config_(config), plan_(plan), timed_(std::move(timed)), columns_(config.seed) {}

json case_server::answer(const json& request) {
  try {
    const std::string what = request.at("do");
    if (what == "hello") return hello();
    if (what == "prepare") return prepare(request.at("case"));
    if (!prepared_) throw std::runtime_error("no case is prepared");
    if (what == "sample") return sample(request.at("launches"));
    if (what == "release") {
      prepared_.reset();
      return json::object();
    }
    if (what != "verify") throw std::runtime_error("\"" + what + "\" is not a request");
    const verification v = prepared_->verify();
    return {{"wrong", v.ok ? "" : v.reason}};
  } catch (const cannot_run& e) {
    return {{"skipped", e.what()}};
  } catch (const std::exception& e) {
    return {{"error", e.what()}};
  }
}

json case_server::hello() const {
  json cases = json::array();
  for (const bench_case& c : plan_)
    cases.push_back({{"name", c.name}, {"gpu_bytes", gpu_bytes_of_largest({c}).least}});
  json facts = {{"protocol", ab_protocol},
                {"built", built_from()},
                {"backend", to_string(*config_.backend)},
                {"gpu", ""},
                {"gpu_uuid", ""},
                {"free_gpu_bytes", 0},
                {"cases", std::move(cases)}};
  if (config_.backend == backend::cuda) {
    const cuda::gpu_facts gpu = cuda::describe_gpu();
    facts["gpu"] = gpu.name;
    facts["gpu_uuid"] = gpu.uuid;
    facts["free_gpu_bytes"] = cuda::free_memory_bytes();
  }
  return facts;
}

json case_server::prepare(const std::string& name) {
  const auto c = std::ranges::find(plan_, name, &bench_case::name);
  if (c == plan_.end()) throw std::runtime_error(name + " is not a case of this program");
  prepared_.reset();
  case_result result;
  result.what = *c;
  prepared_ = prepare_case(columns_, config_, result);
  cold_ = config_.time.cold && prepared_->has_cold();
  const bool timed = c->backend != backend::host;
  for (unsigned i = 0; timed && i < config_.time.warmup; ++i) timed_(*prepared_, cold_);
  return {{"column", result.dataset_sha256},
          {"raw_bytes", result.raw_bytes},
          {"compressed_bytes", result.compressed_bytes},
          {"backend", to_string(c->backend)},
          {"times", !timed  ? "none"
                    : cold_ ? "cold"
                            : "hot"}};
}

json case_server::sample(unsigned launches) {
  json seconds = json::array(), clocks = json::array();
  timed_(*prepared_, cold_);
  for (unsigned i = 0; i < launches; ++i) {
    const timed_run run = timed_(*prepared_, cold_);
    seconds.push_back(run.seconds);
    clocks.push_back(run.sm_clock_mhz);
  }
  return {{"seconds", std::move(seconds)}, {"sm_clock_mhz", std::move(clocks)}};
}

int serve_cases(const config& config, const std::vector<bench_case>& plan) {
  become_asked_process();
  asker_channel channel;
  case_server server(config, plan);
  while (const auto request = channel.receive()) channel.send(server.answer(*request));
  // Destructors of a peer's library do not run: it may have none that work.
  _exit(0);
}

}  // namespace codag::harness
