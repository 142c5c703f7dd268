#include "harness/report/provenance.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>

#include "codag/parallel_for.hpp"

namespace codag::harness {
namespace {

/// The standard output of a command, without its last newline; empty if it failed.
std::string output_of(const std::string& command) {
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  std::array<char, 256> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
  if (pclose(pipe) != 0) return {};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// The value of the first line `key : value` of a /proc file; empty if there is none.
std::string proc_value(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto colon = line.find(':');
    const auto begin =
        colon == std::string::npos ? colon : line.find_first_not_of(" \t", colon + 1);
    if (begin != std::string::npos) return line.substr(begin);
  }
  return {};
}

nlohmann::json source_revision() {
  // A copy of the tree without its history can be told its revision from outside.
  if (const char* told = std::getenv("CODAG_GIT_REVISION"); told != nullptr && *told != '\0') {
    const std::string text = told;
    const bool dirty = text.ends_with("-dirty");
    return {{"revision", text.substr(0, text.size() - (dirty ? 6 : 0))},
            {"dirty", dirty},
            {"from", "CODAG_GIT_REVISION"}};
  }
  const std::string git = "git -C '" CODAG_SOURCE_DIR "' ";
  const std::string revision = output_of(git + "rev-parse HEAD");
  if (revision.empty()) return nullptr;
  return {{"revision", revision},
          {"dirty", !output_of(git + "status --porcelain").empty()},
          {"from", "git"}};
}

nlohmann::json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::json(nullptr) : nlohmann::json(text);
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

nlohmann::json provenance(const std::string& command_line, nlohmann::json gpu,
                          const std::string& no_gpu) {
  utsname system{};
  uname(&system);
  nlohmann::json absent = nlohmann::json::object();
  nlohmann::json source = source_revision();
  if (source.is_null())
    absent["source"] = "no git history; set CODAG_GIT_REVISION to record the revision";
  if (gpu.is_null()) absent["gpu"] = no_gpu;
  return {{"codag_version", CODAG_VERSION},
          {"command_line", command_line},
          {"time", utc_now()},
          {"source", std::move(source)},
          {"compiler",
           {{"name", CODAG_COMPILER},
            {"flags", CODAG_FLAGS},
            {"build_type", CODAG_BUILD_TYPE},
            {"cuda", text_or_null(CODAG_CUDA_COMPILER)}}},
          {"host",
           {{"name", system.nodename},
            {"kernel", std::string(system.sysname) + " " + system.release},
            {"machine", system.machine},
            {"cpu", text_or_null(proc_value("/proc/cpuinfo", "model name"))},
            {"cores", core_count()},
            {"memory_bytes", static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                 static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE))}}},
          {"gpu", std::move(gpu)},
          {"absent", std::move(absent)}};
}

}  // namespace codag::harness
