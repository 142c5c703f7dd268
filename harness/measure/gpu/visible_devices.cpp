#include "harness/measure/gpu/visible_devices.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "harness/support/program_output.hpp"

namespace codag::harness {
namespace {

constexpr std::string_view uuid_begin = "(UUID: ";

/// What stands between `begin` and `end` in the line; empty if one of them is missing.
std::string between(const std::string& line, std::string_view begin, std::string_view end) {
  const auto from = line.find(begin);
  if (from == std::string::npos) return {};
  const auto to = line.find(end, from + begin.size());
  if (to == std::string::npos) return {};
  return line.substr(from + begin.size(), to - from - begin.size());
}

/// The words with one space between them. nvidia-smi aligns its columns with spaces.
std::string single_spaced(const std::string& text) {
  std::istringstream words(text);
  std::string spaced;
  for (std::string word; words >> word;) spaced += (spaced.empty() ? "" : " ") + word;
  return spaced;
}

}  // namespace

std::vector<mig_instance> parse_mig_instances(const std::string& listing) {
  std::vector<mig_instance> instances;
  std::istringstream lines(listing);
  std::string gpu;
  for (std::string line; std::getline(lines, line);) {
    const std::string uuid = between(line, uuid_begin, ")");
    if (line.starts_with("GPU ")) {
      gpu = between(line, ": ", " (UUID");
    } else if (uuid.starts_with("MIG-")) {
      std::string name = single_spaced(line.substr(0, line.find(uuid_begin)));
      if (name.ends_with(':')) name.pop_back();
      instances.push_back({std::move(name), uuid, gpu});
    }
  }
  return instances;
}

std::vector<mig_instance> read_mig_instances() {
  return parse_mig_instances(program_output("nvidia-smi -L").value_or(""));
}

std::vector<gpu_device> join_devices(std::vector<gpu_device> shown_by_cuda,
                                     const std::vector<mig_instance>& instances,
                                     const std::optional<std::string>& variable) {
  std::vector<gpu_device> all = std::move(shown_by_cuda);
  const auto add = [&](const mig_instance& instance) {
    if (std::ranges::find(all, instance.uuid, &gpu_device::uuid) == all.end())
      all.push_back({.name = instance.gpu + " " + instance.name, .uuid = instance.uuid});
  };
  if (!variable) {
    for (const mig_instance& instance : instances) add(instance);
    return all;
  }
  std::istringstream words(*variable);
  for (std::string word; std::getline(words, word, ',');)
    for (const mig_instance& instance : instances)
      if (instance.uuid == single_spaced(word)) add(instance);
  return all;
}

std::vector<gpu_device> visible_devices() {
  const char* variable = std::getenv("CUDA_VISIBLE_DEVICES");
  return join_devices(cuda::devices(), read_mig_instances(),
                      variable == nullptr ? std::nullopt : std::optional<std::string>(variable));
}

}  // namespace codag::harness
