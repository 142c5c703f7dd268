#include "harness/ab/served_program.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "datasets/bad_input.hpp"
#include "harness/ab/protocol.hpp"
#include "harness/measure/statistics/statistics.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// A program that has failed so often is not started again: a time-out per case could take hours.
constexpr unsigned most_failures = 3;

/// Thrown for an answer whose values cannot be.
struct wrong_answer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws json::exception if the answer lacks something.
program_facts program_facts_of(const json& answer) {
  program_facts facts{.built = answer.at("built"),
                      .backend = answer.at("backend"),
                      .gpu = answer.at("gpu"),
                      .gpu_uuid = answer.at("gpu_uuid"),
                      .free_gpu_bytes = answer.at("free_gpu_bytes"),
                      .cases = {}};
  for (const json& c : answer.at("cases"))
    facts.cases.push_back({.name = c.at("name"), .gpu_bytes = c.at("gpu_bytes")});
  return facts;
}

burst burst_of(const json& answer, unsigned launches) {
  const std::vector<double> seconds = answer.at("seconds"), clocks = answer.at("sm_clock_mhz");
  const auto is_positive = [](double value) { return value > 0 && std::isfinite(value); };
  const auto is_clock = [](double value) { return value >= 0 && std::isfinite(value); };
  if (seconds.size() != launches || clocks.size() != launches ||
      !std::ranges::all_of(seconds, is_positive) || !std::ranges::all_of(clocks, is_clock))
    throw wrong_answer("it sent no " + std::to_string(launches) + " positive times and clocks");
  return {.seconds = median_of(seconds), .sm_clock_mhz = median_of(clocks)};
}

/// What to tell a user whose program ended before it served a case: its own line says why if it is
/// a codag that knows ab.
std::string why_it_serves_nothing(const std::string& failure) {
  const std::string remedy = "; give a program that was built from a revision with `codag ab`";
  if (failure.find(std::string("\"") + serve_cases_option) != std::string::npos)
    return "is an older codag, which does not know " + std::string(serve_cases_option) + remedy;
  constexpr std::string_view codag = "codag: ";
  const auto its_line = failure.find(codag);
  if (its_line != std::string::npos) return failure.substr(its_line + codag.size());
  return failure + remedy;
}

}  // namespace

std::string program_facts::revision() const {
  const auto at = built.find("source");
  if (at == built.end() || !at->is_object()) return "unknown revision";
  return at->value("revision", "").substr(0, 12) + (at->value("dirty", false) ? " (dirty)" : "");
}

void served_program::fail(const std::string& reason) {
  ask_ = {};  // the context of its GPU may be lost: the next case gets a new process
  throw program_failed(name_ + ": " + reason);
}

template <class Read>
auto served_program::answered(const json& request, const Read& read) {
  if (failures_ >= most_failures)
    throw program_failed(name_ + ": has failed " + std::to_string(failures_) +
                         " times and is not started again");
  json answer;
  try {
    if (!ask_) ask_ = start_();
    answer = ask_(request);
  } catch (const program_failed& e) {
    ++failures_;
    fail(e.what());
  }
  try {
    const auto skipped = answer.find("skipped"), error = answer.find("error");
    if (skipped != answer.end()) throw cannot_run(name_ + ": " + skipped->get<std::string>());
    if (error != answer.end()) fail(error->get<std::string>());
    return read(answer);
  } catch (const json::exception& e) {
    fail(std::string("its answer is not one of ab's protocol: ") + e.what());
  } catch (const wrong_answer& e) {
    fail(e.what());
  }
}

program_facts served_program::hello() {
  int version = 0;
  std::optional<program_facts> facts;
  try {
    facts = answered({{"do", "hello"}}, [&](const json& answer) {
      version = answer.at("protocol");
      return version == ab_protocol ? std::optional(program_facts_of(answer)) : std::nullopt;
    });
  } catch (const program_failed& e) {
    const std::string failure = std::string(e.what()).substr((name_ + ": ").size());
    const bool ended = failures_ > 0;  // or else it answered, with an error
    throw datasets::bad_input(name_ + ": " + (ended ? why_it_serves_nothing(failure) : failure));
  }
  if (!facts)
    throw datasets::bad_input(name_ + ": speaks version " + std::to_string(version) +
                              " of ab's protocol, and this program speaks version " +
                              std::to_string(ab_protocol) +
                              "; build both from revisions that speak the same one");
  return *facts;
}

prepared_facts served_program::prepare(const std::string& case_name) {
  return answered({{"do", "prepare"}, {"case", case_name}}, [](const json& answer) {
    return prepared_facts{.column = answer.at("column"),
                          .raw_bytes = answer.at("raw_bytes"),
                          .compressed_bytes = answer.at("compressed_bytes"),
                          .times = answer.at("times"),
                          .on_cpu = answer.value("backend", std::string()) == "cpu"};
  });
}

burst served_program::sample(unsigned launches) {
  return answered({{"do", "sample"}, {"launches", launches}},
                  [&](const json& answer) { return burst_of(answer, launches); });
}

std::string served_program::why_wrong() {
  return answered({{"do", "verify"}},
                  [](const json& answer) { return answer.at("wrong").get<std::string>(); });
}

void served_program::release() {
  answered({{"do", "release"}}, [](const json&) { return 0; });
}

}  // namespace codag::harness
