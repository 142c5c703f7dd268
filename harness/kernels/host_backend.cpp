#include "harness/kernels/host_backend.hpp"

namespace codag::harness {

std::optional<std::string> why_no_host() {
#ifdef CODAG_HAVE_HOST_BACKEND
  return std::nullopt;
#else
  return "this build has no host backend: install Boost 1.70 or later with Boost.Context "
         "(Debian: libboost-context-dev), or name its folder in CMAKE_PREFIX_PATH, and build again";
#endif
}

}  // namespace codag::harness
