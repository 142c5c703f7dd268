// The implementation of profiler.hpp in a build without CUPTI.
#include "harness/measure/profile/profiler.hpp"

namespace codag::harness {
namespace {
constexpr const char* why =
    "this build has no CUPTI: install the CUDA toolkit with its CUPTI (metrics need 12.6 or "
    "later), put nvcc on "
    "PATH and build again";
}

namespace profiler {

void begin() {}
std::optional<std::string> why_no_profile() {
  return why;
}

std::optional<std::string> cupti_version() {
  return std::nullopt;
}

struct stall_session::sampling {};
stall_session::stall_session(const api_decorator& /*decorate*/) {}
stall_session::~stall_session() = default;
stall_profile stall_session::sample_stalls(const profiled_launch& /*launch*/,
                                           const stall_options& /*options*/) {
  throw cannot_profile(why);
}
metric_profile collect_metrics(const profiled_launch& /*launch*/,
                               const std::vector<std::string>& /*asked*/) {
  throw cannot_profile(why);
}

}  // namespace profiler
}  // namespace codag::harness
