// A run on the GPUs that --devices names, in a process per GPU.
#pragma once

#include <string>
#include <vector>

#include "harness/cli/run_arguments.hpp"
#include "harness/config/config.hpp"
#include "harness/run/chosen_devices.hpp"
#include "harness/run/interruption.hpp"

namespace codag::harness {

/// The options with which this program runs as the process of one device: where its report goes,
/// and how many devices run at once. They are the first that are added to what the user typed.
inline constexpr const char* device_report_option = "--device-report";
inline constexpr const char* devices_at_once_option = "--devices-at-once";

/// Runs the cases on each device at the same time. Every process sees one device and writes a
/// report of its own; this one runs no case. Its screen has the lines of all, with "gpu0: " and so
/// on before each, and at the end the reports one after the other. Returns the worst exit code of
/// the processes. Throws datasets::bad_input before anything starts.
int run_on_devices(const run_arguments& given);

/// The same on these devices, with `config` as configured() returns it. Each process executes
/// `program`, which is this one but for tests.
int run_on_devices(const run_arguments& given, const config& config,
                   const std::vector<chosen_device>& devices, const std::string& program,
                   interruption& interruption);

}  // namespace codag::harness
