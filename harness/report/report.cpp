#include "harness/report/report.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "datasets/dataset.hpp"
#include "harness/report/case_json.hpp"

namespace codag::harness {
namespace {

using datasets::bad_input;
using nlohmann::json;

/// NaN and infinity are no JSON: a number that is one is a bug here, never a value.
void check_numbers(const json& value, const std::string& pointer) {
  if (value.is_number_float() && !std::isfinite(value.get<double>()))
    throw std::logic_error("the report's " + pointer + " is not a finite number");
  if (value.is_structured())
    for (const auto& [key, child] : value.items()) check_numbers(child, pointer + "/" + key);
}

[[noreturn]] void cannot_write(const std::filesystem::path& file) {
  throw bad_input(file.string() + ": cannot write the report: " + std::strerror(errno) +
                  "; choose another place with --output");
}

void write_whole(const std::filesystem::path& file, const std::string& text) {
  const std::string temporary = file.string() + ".tmp";
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) cannot_write(file);
  bool written = true;
  for (std::size_t done = 0; written && done < text.size();) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    written = n >= 0;
    if (written) done += static_cast<std::size_t>(n);
  }
  // On the disk before it takes the old report's place, or a power cut could leave neither.
  written = written && fsync(fd) == 0;
  written = close(fd) == 0 && written;
  if (!written || std::rename(temporary.c_str(), file.c_str()) != 0) cannot_write(file);
}

/// The keys that Google Benchmark's readers look for.
json benchmark_context(const json& provenance) {
  return {
      {"date", provenance["time"]},
      {"host_name", provenance["host"]["name"]},
      {"executable", "codag"},
      {"num_cpus", provenance["host"]["cores"]},
      {"mhz_per_cpu", 0},
      {"cpu_scaling_enabled", false},
      {"caches", json::array()},
      {"library_build_type", provenance["compiler"]["build_type"] == "Debug" ? "debug" : "release"},
      {"json_schema_version", 1}};
}

}  // namespace

report_writer::report_writer(std::filesystem::path file, const config& config,
                             const std::string& backend, json provenance, const json* earlier)
    : file_(std::move(file)), baseline_(config.baseline) {
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
               {"cases", json::array()}}}};
  if (earlier != nullptr) take_over(*earlier);
  std::error_code ignored;  // a failure shows when the file is opened
  if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path(), ignored);
  write();
}

void report_writer::take_over(const json& earlier) {
  json& mine = report_["codag"];
  const json& theirs = earlier["codag"];
  const auto same = [&](const char* what, const char* pointer) {
    const json::json_pointer at(pointer);
    if (!theirs.contains(at) || mine[at] != theirs[at])
      throw bad_input(file_.string() + ": --resume: the " + what +
                      " is not that of the earlier run; drop --resume to begin anew");
  };
  same("config", "/config");
  same("--size", "/size");
  same("backend", "/backend");
  same("source revision", "/provenance/source");
  same("GPU", "/provenance/gpu");
  for (const json& c : theirs["cases"]) {
    if (c["status"] != "ok") continue;
    mine["cases"].push_back(c);
    const std::string name = c["name"];
    for (const json& row : earlier["benchmarks"])
      if (row["name"] == name || row["name"] == name + "/cold" || row["name"] == name + "/hot")
        report_["benchmarks"].push_back(row);
  }
}

bool report_writer::has(const std::string& case_name) const {
  for (const json& c : report_["codag"]["cases"])
    if (c["name"] == case_name) return true;
  return false;
}

void report_writer::add(const case_result& result) {
  report_["codag"]["cases"].push_back(case_json(result));
  for (json& row : benchmark_rows(result)) report_["benchmarks"].push_back(std::move(row));
  write();
}

void report_writer::finish() {
  report_["codag"]["complete"] = true;
  write();
}

void report_writer::write() {
  relate_cases(report_["codag"]["cases"], baseline_);
  check_numbers(report_, "");
  write_whole(file_, report_.dump(1) + "\n");
}

json read_report(const std::filesystem::path& file) {
  const auto fail = [&](const std::string& what) { throw bad_input(file.string() + ": " + what); };
  std::ifstream in(file, std::ios::binary);
  if (!in) fail("cannot be read; give the path of a report that `codag run` wrote");
  json report;
  try {
    report = json::parse(in);
  } catch (const json::parse_error& e) {
    fail(std::string("is not JSON: ") + e.what());
  }
  const json::json_pointer version("/codag/schema_version");
  if (!report.is_object() || !report.contains(version) || !report[version].is_number_integer())
    fail("/codag/schema_version: missing: this is no codag report");
  if (report[version] != report_schema_version)
    fail("/codag/schema_version: is " + report[version].dump() + " and this codag reads " +
         std::to_string(report_schema_version));
  for (const char* key :
       {"/codag/cases", "/codag/experiment", "/codag/backend", "/codag/baseline", "/codag/config",
        "/codag/provenance/time", "/codag/provenance/host", "/benchmarks"})
    if (!report.contains(json::json_pointer(key)))
      fail(std::string(key) + ": missing; the report is not whole");
  if (!report["codag"]["cases"].is_array()) fail("/codag/cases: expected a list");
  for (std::size_t i = 0; i < report["codag"]["cases"].size(); ++i)
    for (const char* key :
         {"name", "dataset", "codec", "variant", "backend", "chunk_bytes", "status", "reason",
          "ratio", "gbps", "roof_share", "speedup_over_baseline", "counts", "raw_bytes"})
      if (!report["codag"]["cases"][i].contains(key))
        fail("/codag/cases/" + std::to_string(i) + "/" + key +
             ": missing; the report is not whole");
  return report;
}

}  // namespace codag::harness
