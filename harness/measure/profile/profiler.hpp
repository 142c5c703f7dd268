// Profiling as a run sees it. No CUPTI type crosses this header: it compiles everywhere, and in a
// build without CUPTI profiler_absent.cpp answers for it.
//
// PC sampling gives nothing after a session of the range profiler in the same process, or when it
// is enabled a second time: stalls are sampled first, or in a process of their own, and all in one
// stall_session.
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

/// Keeps the modules that CUDA loads from now on, in whose line tables sample_stalls looks. Called
/// before anything initialises CUDA; without it, or if CUPTI refuses, there are no lines.
void begin();

/// Why nothing can be profiled here, with the remedy: no CUPTI in the build, no GPU, or no
/// permission. Nothing if it can, as far as is known before CUPTI is asked. Initialises CUDA.
std::optional<std::string> why_no_profile();

/// The "stalls" pass on GPU 0: PC sampling, enabled from the first kernel to the object's end. A
/// process has one, and ends it before it collects metrics.
class stall_session {
 public:
  /// What may stand between the sampler and CUPTI, to record the answers.
  using api_decorator =
      std::function<std::unique_ptr<pc_sampling_api>(std::unique_ptr<pc_sampling_api>)>;

  /// Does not call CUPTI.
  explicit stall_session(const api_decorator& decorate = {});
  ~stall_session();
  stall_session(const stall_session&) = delete;
  stall_session& operator=(const stall_session&) = delete;

  /// Throws cannot_profile; the next kernel can be sampled all the same.
  stall_profile sample_stalls(const profiled_launch& launch, const stall_options& options = {});

 private:
  struct sampling;
  std::unique_ptr<sampling> sampling_;
};

/// The "metrics" pass on GPU 0, of the metrics and groups in `asked` (metrics_of). The launch
/// returns after every pass has been replayed. Throws cannot_profile.
metric_profile collect_metrics(const profiled_launch& launch,
                               const std::vector<std::string>& asked);

}  // namespace codag::harness::profiler
