#include "harness/measure/gpu/gpu_state.hpp"

#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "harness/support/program_output.hpp"

namespace codag::harness {
namespace {

/// The values of a line of nvidia-smi's CSV, which are separated by ", ".
std::vector<std::string> values_of(const std::string& line) {
  std::vector<std::string> values;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(", ", at), line.size());
    values.push_back(line.substr(at, end - at));
    at = end + 2;
  }
  return values;
}

constexpr const char* gpu_query =
    "index,name,pci.bus_id,driver_version,clocks.sm,clocks.max.sm,clocks.mem,power.limit,"
    "power.default_limit,ecc.mode.current,mig.mode.current,persistence_mode,"
    "clocks_throttle_reasons.active,memory.free,memory.total,temperature.gpu";

}  // namespace

gpu_states parse_gpu_states(const std::string& gpus, const std::string& processes) {
  gpu_states all;
  std::istringstream lines(gpus);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> v = values_of(line);
    if (v.size() != 16) {
      all.absent = "nvidia-smi's answer is not understood: " + line;
      return all;
    }
    all.gpus.push_back({v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11],
                        v[12], v[13], v[14], v[15]});
  }
  std::istringstream pids(processes);
  for (std::string line; std::getline(pids, line);) {
    const std::vector<std::string> v = values_of(line);
    if (v.size() != 2 || v[1] == std::to_string(getpid())) continue;
    for (gpu_state& gpu : all.gpus)
      if (gpu.pci_bus_id == v[0]) ++gpu.processes;
  }
  return all;
}

gpu_states read_gpu_states() {
  constexpr const char* csv = " --format=csv,noheader,nounits";
  const auto gpus = program_output(std::string("nvidia-smi --query-gpu=") + gpu_query + csv);
  if (!gpus)
    return {.gpus = {},
            .absent = "nvidia-smi cannot be run or fails; it comes with the NVIDIA driver"};
  const auto processes =
      program_output(std::string("nvidia-smi --query-compute-apps=gpu_bus_id,pid") + csv);
  return parse_gpu_states(*gpus, processes.value_or(""));
}

}  // namespace codag::harness
