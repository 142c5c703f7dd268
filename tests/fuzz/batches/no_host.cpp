// A build without the host backend, which needs Boost.Context.
#include "tests/fuzz/batches/launcher.hpp"

namespace codag::fuzz {

std::unique_ptr<batch_launcher> host_launcher() {
  return nullptr;
}

}  // namespace codag::fuzz
