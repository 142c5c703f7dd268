// A build without the CUDA backend.
#include "tests/fuzz/batches/launcher.hpp"

namespace codag::fuzz {

std::unique_ptr<batch_launcher> gpu_launcher() {
  return nullptr;
}

}  // namespace codag::fuzz
