#include "harness/report/provenance.hpp"

#include <sys/utsname.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

#include "baselines/cpu/cpu_decoder.hpp"
#include "codag/core_count.hpp"
#include "harness/report/built_revision.hpp"

// The build defines these. Empty means unknown.
#ifndef CODAG_VERSION
#define CODAG_VERSION ""
#endif
#ifndef CODAG_COMPILER
#define CODAG_COMPILER ""
#endif
#ifndef CODAG_FLAGS
#define CODAG_FLAGS ""
#endif
#ifndef CODAG_BUILD_TYPE
#define CODAG_BUILD_TYPE ""
#endif
#ifndef CODAG_CUDA_COMPILER
#define CODAG_CUDA_COMPILER ""
#endif

namespace codag::harness {
namespace {

using nlohmann::json;

/// The text after the separator in the first line of `file` that begins with `key`, without quotes;
/// empty if there is no such line.
std::string value_in(const char* file, const std::string& key, char separator) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto at = line.find(separator);
    const auto begin = at == std::string::npos ? at : line.find_first_not_of(" \t\"", at + 1);
    if (begin == std::string::npos) continue;
    return line.substr(begin, line.find_last_not_of(" \t\"") + 1 - begin);
  }
  return {};
}

json source_revision() {
  std::string text = built_revision, from = built_revision_from;
  // For a copy of the tree without its history, the environment can give the revision at run time.
  if (const char* told = std::getenv("CODAG_GIT_REVISION"); text.empty() && told != nullptr) {
    text = told;
    from = "CODAG_GIT_REVISION";
  }
  if (text.empty()) return nullptr;
  const bool dirty = text.ends_with("-dirty");
  return {{"revision", text.substr(0, text.size() - (dirty ? 6 : 0))},
          {"dirty", dirty},
          {"from", from}};
}

json text_or_null(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

json memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page <= 0) return nullptr;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
}

json cpu_mhz() {
  const double mhz = std::atof(value_in("/proc/cpuinfo", "cpu MHz", ':').c_str());
  return mhz > 0 ? json(mhz) : json(nullptr);
}

/// How the first core chooses its clock: "performance", "schedutil", ...
json cpu_governor() {
  std::string governor;
  std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") >> governor;
  return text_or_null(governor);
}

/// How many processes wanted to work in the last minute, on average.
json load_average() {
  double processes = -1;
  std::ifstream("/proc/loadavg") >> processes;
  return processes >= 0 ? json(processes) : json(nullptr);
}

json host() {
  utsname system{};
  const bool known = uname(&system) == 0;
  const auto name = [&](const char* field) { return known ? text_or_null(field) : json(nullptr); };
  return {{"name", name(system.nodename)},
          {"os", text_or_null(value_in("/etc/os-release", "PRETTY_NAME", '='))},
          {"kernel", known ? json(std::string(system.sysname) + " " + system.release) : json()},
          {"machine", name(system.machine)},
          {"cpu", text_or_null(value_in("/proc/cpuinfo", "model name", ':'))},
          {"cpu_mhz", cpu_mhz()},
          {"cores", core_count()},
          {"affinity", text_or_null(value_in("/proc/self/status", "Cpus_allowed_list", ':'))},
          {"cpu_governor", cpu_governor()},
          {"load_average", load_average()},
          {"memory_bytes", memory_bytes()}};
}

/// The versions of the libraries that encode or decode on the CPU.
json libraries() {
  json all = json::object();
  for (const auto& row : baselines::cpu_decoders())
    all[std::string(row.library)] = text_or_null(std::string(row.version));
  return all;
}

/// Adds a reason for every null of `facts`, under "PREFIX.key".
void explain_nulls(json& absent, const std::string& prefix, const json& facts,
                   const std::string& reason) {
  for (const auto& [key, value] : facts.items())
    if (value.is_null()) absent[prefix + "." + key] = reason;
}

/// The same for the GPU, which has its own reasons under "absent".
void explain_gpu(json& absent, json& gpu) {
  const json its = gpu.value("absent", json::object());
  gpu.erase("absent");
  explain_nulls(absent, "gpu", gpu, "the driver does not report it");
  for (const auto& [key, reason] : its.items()) absent["gpu." + key] = reason;
}

}  // namespace

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

json provenance(const std::string& command_line, json gpu, const std::string& no_gpu) {
  json all = {{"codag_version", text_or_null(CODAG_VERSION)},
              {"command_line", command_line},
              {"time", utc_now()},
              {"source", source_revision()},
              {"compiler",
               {{"name", text_or_null(CODAG_COMPILER)},
                {"flags", text_or_null(CODAG_FLAGS)},
                {"build_type", text_or_null(CODAG_BUILD_TYPE)},
                {"cuda", text_or_null(CODAG_CUDA_COMPILER)}}},
              {"libraries", libraries()},
              {"host", host()},
              {"gpu", std::move(gpu)}};
  json absent = json::object();
  if (all["codag_version"].is_null()) absent["codag_version"] = "the build did not record it";
  if (all["source"].is_null())
    absent["source"] =
        "git did not tell the revision when codag was built; set CODAG_GIT_REVISION when you build "
        "or run it";
  explain_nulls(absent, "compiler", all["compiler"], "the build did not record it");
  if (all["compiler"]["cuda"].is_null()) absent["compiler.cuda"] = "built without CUDA";
  for (const auto& row : baselines::cpu_decoders())
    if (!row.absent.empty()) absent["libraries." + std::string(row.library)] = row.absent;
  explain_nulls(absent, "host", all["host"], "this system does not report it");
  if (all["gpu"].is_null())
    absent["gpu"] = no_gpu.empty() ? "no GPU was looked for" : no_gpu;
  else
    explain_gpu(absent, all["gpu"]);
  all["absent"] = std::move(absent);
  return all;
}

}  // namespace codag::harness
