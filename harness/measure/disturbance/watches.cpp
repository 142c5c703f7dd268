#include "harness/measure/disturbance/watches.hpp"

#include <cstdlib>

#include "codag/core_count.hpp"
#include "harness/measure/disturbance/cpu_watch.hpp"
#include "harness/measure/disturbance/gpu_watch.hpp"

namespace codag::harness {

watch* watches::of(backend on) {
  switch (on) {
    case backend::cuda:
      if (!gpu_) gpu_ = std::make_unique<gpu_watch>(open_gpu_eyes());
      return gpu_.get();
    case backend::cpu:
      if (!cpu_) {
        // Tests of the whole program name a folder of made files, which a busy machine does not
        // change.
        const char* tree = std::getenv("CODAG_PROC");
        cpu_ = std::make_unique<cpu_watch>(
            [tree] { return read_cpu_times(tree == nullptr ? "/proc" : tree); }, core_count());
      }
      return cpu_.get();
    case backend::host:
      break;
  }
  return nullptr;
}

}  // namespace codag::harness
