// What a build without the CUDA toolkit says of the CUDA backend.
#include "harness/run/cuda_backend.hpp"

namespace codag::harness::cuda {
namespace {
constexpr const char* why =
    "this build has no CUDA backend: install the CUDA toolkit, put nvcc on PATH and build again";
}

std::optional<std::string> absent() {
  return why;
}
nlohmann::json describe() {
  return nullptr;
}
std::string pci_bus_id() {
  throw cannot_run(why);
}
std::unique_ptr<workload> make_workload(const workload_input&, const bench_case&) {
  throw cannot_run(why);
}
std::unique_ptr<workload> make_alu(const alu_case&, std::uint64_t) {
  throw cannot_run(why);
}
std::unique_ptr<workload> make_copy(std::uint64_t) {
  throw cannot_run(why);
}

}  // namespace codag::harness::cuda
