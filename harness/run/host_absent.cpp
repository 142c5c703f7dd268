// What a build without Boost.Context says of the host backend.
#include "harness/run/host_backend.hpp"

namespace codag::harness::host {
namespace {
constexpr const char* why =
    "this build has no host backend: install Boost 1.70 or later with Boost.Context "
    "(Debian: libboost-context-dev), or name its folder in CMAKE_PREFIX_PATH, and build again";
}

std::optional<std::string> absent() {
  return why;
}
std::unique_ptr<workload> make_workload(const workload_input&, const bench_case&) {
  throw cannot_run(why);
}
std::unique_ptr<workload> make_alu(const alu_case&, std::uint64_t) {
  throw cannot_run(why);
}

}  // namespace codag::harness::host
