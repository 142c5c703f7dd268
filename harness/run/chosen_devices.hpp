// The devices that `--devices` chooses, and the names of their reports.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/measure/gpu/gpu.hpp"

namespace codag::harness {

struct chosen_device {
  std::size_t index = 0;  ///< in the list of visible devices, from 0
  gpu_device device;

  /// "gpu0", which stands before its lines on the screen and in its report's name.
  [[nodiscard]] std::string label() const { return "gpu" + std::to_string(index); }
};

/// The devices that `asked` names: "all", or a list with commas of indices into `visible` and of
/// UUIDs. The beginning of a UUID is enough if only one device has it. They come in the order of
/// `asked`. Throws datasets::bad_input, which names the visible devices, if a word is neither, if
/// no visible device has it, if several have it, or if a device is named twice.
std::vector<chosen_device> choose_devices(const std::string& asked,
                                          const std::vector<gpu_device>& visible);

/// Where each device's run writes its report: to `named` if there is one device, otherwise to
/// "report.gpu0.json", ... for "report.json". Throws datasets::bad_input if `named` is not a file:
/// standard output, which this process keeps for itself, a folder, a pipe or a device.
std::vector<std::filesystem::path> reports_of(const std::string& named,
                                              const std::vector<chosen_device>& devices);

}  // namespace codag::harness
