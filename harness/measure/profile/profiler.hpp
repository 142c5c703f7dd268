// The interface for profiling a kernel. The header uses no CUPTI type, so it compiles everywhere. A
// build without CUPTI uses profiler_absent.cpp as the implementation.
//
// PC sampling gives no samples after a session of the range profiler in the same process, or if it
// is enabled a second time. Stalls are therefore sampled first, or in a separate process, and all
// in one stall_session.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/profile/cannot_profile.hpp"
#include "harness/measure/profile/metric_profile.hpp"
#include "harness/measure/profile/pc_sampler.hpp"
#include "harness/measure/profile/profiled_launch.hpp"
#include "harness/measure/profile/stall_profile.hpp"

namespace codag::harness::profiler {

/// Keeps the modules that CUDA loads from now on, so that stall_session can read their line tables.
/// Call it before anything initialises CUDA. Without this call, or if CUPTI refuses, a profile has
/// no source lines.
void begin();

/// Why nothing can be profiled here, with the remedy: no CUPTI in the build, no GPU, or no
/// permission. Returns std::nullopt if no reason is known before the first CUPTI call. Initialises
/// CUDA.
std::optional<std::string> why_no_profile();

/// The version of CUPTI's interface that the loaded library has, as CUPTI numbers it: "130000" in
/// CUDA 13.0. std::nullopt if there is no CUPTI.
std::optional<std::string> cupti_version();

/// The "stalls" pass on GPU 0: PC sampling, enabled from the first kernel until the object is
/// destroyed. A process can have only one session and must end it before it collects metrics.
class stall_session {
 public:
  /// Wraps the interface to CUPTI, for example to record its answers.
  using api_decorator =
      std::function<std::unique_ptr<pc_sampling_api>(std::unique_ptr<pc_sampling_api>)>;

  /// Does not call CUPTI.
  explicit stall_session(const api_decorator& decorate = {});
  ~stall_session();
  stall_session(const stall_session&) = delete;
  stall_session& operator=(const stall_session&) = delete;

  /// Throws cannot_profile. The next kernel can still be sampled.
  stall_profile sample_stalls(const profiled_launch& launch, const stall_options& options = {});

 private:
  struct sampling;
  std::unique_ptr<sampling> sampling_;
};

/// The "metrics" pass on GPU 0: collects the metrics and groups in `asked` (metrics_of). The launch
/// returns after all replays. Throws cannot_profile.
metric_profile collect_metrics(const profiled_launch& launch,
                               const std::vector<std::string>& asked);

}  // namespace codag::harness::profiler
