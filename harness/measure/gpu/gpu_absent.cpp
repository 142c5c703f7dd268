// The implementation of gpu.hpp in a build without the CUDA toolkit.
#include "harness/measure/gpu/gpu.hpp"

#include "harness/measure/gpu/gpu_probe.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness::cuda {

std::optional<std::string> why_no_gpu() {
  return "this build has no CUDA backend: install the CUDA toolkit, put nvcc on PATH and build "
         "again";
}
std::vector<gpu_device> devices() {
  throw cannot_run(*why_no_gpu());
}
gpu_facts describe_gpu() {
  throw cannot_run(*why_no_gpu());
}
std::string pci_bus_id() {
  throw cannot_run(*why_no_gpu());
}
std::uint64_t free_memory_bytes() {
  throw cannot_run(*why_no_gpu());
}
std::unique_ptr<gpu_probe> make_gpu_probe() {
  throw cannot_run(*why_no_gpu());
}
std::optional<std::string> why_not_pinned(std::uint64_t) {
  throw cannot_run(*why_no_gpu());
}

}  // namespace codag::harness::cuda
