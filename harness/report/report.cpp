#include "harness/report/report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <vector>

#include "datasets/dataset.hpp"
#include "harness/claims/judge.hpp"
#include "harness/report/case_json.hpp"
#include "harness/report/report_shape.hpp"

namespace codag::harness {
namespace {

using datasets::bad_input;
using nlohmann::json;

/// NaN and infinity are no JSON: a number that is one is a bug here, never a value.
void check_numbers(const json& value, const std::string& pointer) {
  if (value.is_number_float() && !std::isfinite(value.get<double>()))
    throw std::logic_error("the report's number " + pointer + " is not a finite number");
  if (value.is_structured())
    for (const auto& [key, child] : value.items()) check_numbers(child, pointer + "/" + key);
}

[[noreturn]] void cannot_write(const std::filesystem::path& file, int error) {
  throw bad_input(file.string() + ": cannot write the report: " + std::strerror(error) +
                  "; choose another place with --output");
}

/// Writes all of `text` to the disk; the errno of what went wrong, or 0.
int write_through(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n >= 0)
      done += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      return errno;
  }
  return fsync(fd) == 0 ? 0 : errno;
}

void write_whole(const std::filesystem::path& file, const std::string& text) {
  const std::string temporary = file.string() + ".tmp";
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) cannot_write(file, errno);
  // On the disk before it takes the old report's place, or a power cut could leave neither.
  int error = write_through(fd, text);
  if (close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(temporary.c_str(), file.c_str()) != 0) error = errno;
  if (error == 0) return;
  unlink(temporary.c_str());
  cannot_write(file, error);
}

/// The keys that Google Benchmark's readers look for.
json benchmark_context(const json& provenance) {
  const json& host = provenance["host"];
  const bool debug = provenance["compiler"]["build_type"] == "Debug";
  return {{"date", provenance["time"]},
          {"host_name", host["name"].is_null() ? json("unknown") : host["name"]},
          {"executable", "codag"},
          {"num_cpus", host["cores"]},
          {"mhz_per_cpu", host["cpu_mhz"].is_null() ? json(0) : host["cpu_mhz"]},
          {"caches", json::array()},
          {"library_build_type", debug ? "debug" : "release"},
          {"json_schema_version", 1}};
}

/// The revision and whether it was changed, wherever they are known from.
json revision_of(const json& provenance) {
  const json& source = provenance["source"];
  if (source.is_null()) return nullptr;
  return source["revision"].get<std::string>() + (source["dirty"].get<bool>() ? "-dirty" : "");
}

}  // namespace

report_writer::report_writer(std::filesystem::path file, const config& config,
                             const std::string& backend, json provenance, const json* earlier)
    : file_(std::move(file)), baseline_(config.baseline), claims_(config.claims) {
  report_ = {{"context", benchmark_context(provenance)},
             {"benchmarks", json::array()},
             {"codag",
              {{"schema_version", report_schema_version},
               {"experiment", config.experiment},
               {"backend", backend},
               {"baseline", config.baseline},
               {"size", config.size},
               {"seed", config.seed},
               {"config", config.source},
               {"provenance", std::move(provenance)},
               {"complete", false},
               {"roof", json::array()},
               {"cases", json::array()},
               {"claims", json::array()}}}};
  if (earlier != nullptr) {
    check_same_run(*earlier);
    take_over(*earlier);
  }
  std::error_code ignored;  // a failure shows when the file is opened
  if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path(), ignored);
  write();
}

void report_writer::check_same_run(const json& earlier) const {
  const json& mine = report_["codag"];
  const json& theirs = earlier["codag"];
  const auto same = [&](const std::string& what, const json& now, const json& then) {
    if (now == then) return;
    const bool short_enough = !now.is_structured() && !then.is_structured();
    throw bad_input(file_.string() + ": --resume: the " + what + " is not that of the earlier run" +
                    (short_enough ? " (" + now.dump() + ", it had " + then.dump() + ")" : "") +
                    "; drop --resume to begin anew");
  };
  // The size before the config: --size changes only the first.
  for (const char* key : {"size", "seed", "backend", "config"}) same(key, mine[key], theirs[key]);
  same("source revision", revision_of(mine["provenance"]), revision_of(theirs["provenance"]));
  same("GPU or its driver", mine["provenance"]["gpu"], theirs["provenance"]["gpu"]);
}

void report_writer::take_over(const json& earlier) {
  const auto finished = finished_cases(earlier);
  for (const json& c : earlier["codag"]["cases"])
    if (finished.contains(c["name"])) report_["codag"]["cases"].push_back(c);
  for (const json& row : earlier["benchmarks"]) {
    const std::string name = row["name"];
    const std::string of_case = name.substr(0, name.rfind('/'));  // without "/cold" or "/hot"
    if (!finished.contains(of_case)) continue;
    report_["benchmarks"].push_back(row);
    next_family_ = std::max(next_family_, row.value("family_index", std::size_t{0}) + 1);
  }
}

bool report_writer::has(const std::string& case_name) const {
  for (const json& c : report_["codag"]["cases"])
    if (c["name"] == case_name) return true;
  return false;
}

void report_writer::add(const case_result& result) {
  json one = case_json(result);
  std::vector<json> rows = benchmark_rows(result, next_family_);
  check_numbers(one, result.what.name);
  check_numbers(rows, result.what.name + ": benchmarks");
  report_["codag"]["cases"].push_back(std::move(one));
  for (json& row : rows) {
    next_family_ = std::max(next_family_, row["family_index"].get<std::size_t>() + 1);
    report_["benchmarks"].push_back(std::move(row));
  }
  write();
}

void report_writer::finish() {
  json& codag = report_["codag"];
  codag["complete"] = true;
  codag["claims"] = judge_all(claims_, codag["cases"]);
  write();
}

void report_writer::write() {
  json& codag = report_["codag"];
  relate_cases(codag["cases"], baseline_);
  codag["roof"] = roof_rows(codag["cases"]);
  check_numbers(report_, "");
  // A file name need not be UTF-8, and must not cost the run its report.
  write_whole(file_, report_.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

json read_report(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw bad_input(file.string() +
                    ": cannot be read; give the path of a report that `codag run` wrote");
  json report;
  try {
    report = json::parse(in);
  } catch (const json::exception& e) {  // syntax, or a number beyond a double
    std::string what = e.what();        // "[...] parse error at line 3, column 7: ..."
    const auto at = what.find("at line");
    throw bad_input(file.string() +
                    ": is not JSON: " + (at == std::string::npos ? what : what.substr(at)));
  }
  report_shape(report, file.string()).check(report_schema_version);
  return report;
}

std::map<std::string, json> finished_cases(const json& report) {
  std::map<std::string, json> finished;
  for (const json& c : report["codag"]["cases"])
    if (c["status"] == "ok") finished.emplace(c["name"], c);
  return finished;
}

}  // namespace codag::harness
