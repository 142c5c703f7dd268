// The implementation of metric_catalogue.hpp and range_profiler_api.hpp in a build whose CUPTI, if
// there is one, has no range profiler.
#include "harness/measure/profile/cannot_profile.hpp"
#include "harness/measure/profile/metric_catalogue.hpp"
#include "harness/measure/profile/range_profiler_api.hpp"

namespace codag::harness {
namespace {

[[noreturn]] void refuse() {
  throw cannot_profile(*why_no_range_profiler());
}

}  // namespace

std::optional<std::string> why_no_range_profiler() {
  return "this build cannot collect metrics: CUPTI has the range profiler from version 12.6 on; "
         "install the CUDA toolkit 12.6 or later with its CUPTI, put nvcc on PATH and build again";
}
std::unique_ptr<metric_catalogue> open_metric_catalogue(const std::string& /*chip*/) {
  refuse();
}
std::string chip_of_gpu() {
  refuse();
}
std::unique_ptr<range_profiler_api> make_cupti_range_profiler() {
  refuse();
}

}  // namespace codag::harness
