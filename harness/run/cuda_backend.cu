#include "harness/run/cuda_backend.hpp"

#include <cstdint>
#include <fstream>
#include <vector>

#include "harness/kernels/cuda_kernels.cuh"
#include "harness/run/gpu_verification.cuh"
#include "harness/run/gpu_workload.cuh"
#include "harness/run/kernel_workload.cuh"

namespace codag::harness::cuda {
namespace {

/// The kernel driver's own version line, "580.159.04" and the like in it; null where /proc lacks
/// it.
nlohmann::json kernel_driver() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  if (!std::getline(file, line)) return nullptr;
  return line;
}

/// Device copies of a chunked column, its output and its statuses.
struct resident_column {
  explicit resident_column(const workload_input& input)
      : in(input.column.bytes.size()),
        out(input.original.size()),
        chunks(input.column.chunks.size() * sizeof(chunk)),
        statuses(input.column.chunks.size() * sizeof(status)) {
    check_cuda(cudaMemcpy(in.data(), input.column.bytes.data(), in.size(), cudaMemcpyHostToDevice),
               "cudaMemcpy");
    check_cuda(cudaMemcpy(chunks.data(), input.column.chunks.data(), chunks.size(),
                          cudaMemcpyHostToDevice),
               "cudaMemcpy");
  }
  [[nodiscard]] device_column view() const {
    return {in.data(),
            in.size(),
            out.data(),
            out.size(),
            reinterpret_cast<const chunk*>(chunks.data()),
            static_cast<std::uint32_t>(chunks.size() / sizeof(chunk)),
            reinterpret_cast<status*>(statuses.data())};
  }
  guarded_memory in, out, chunks, statuses;
};

class kernel_workload final : public gpu_workload {
 public:
  kernel_workload(const workload_input& input, const kernel& kernel,
                  const launch_parameters& parameters)
      : input_(input), kernel_(kernel), parameters_(parameters), resident_(input) {
    const auto bytes =
        kernel.entry(input.column.type, resident_.view(), parameters).shape.shared_bytes;
    const int most = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    if (bytes > static_cast<unsigned>(most))
      throw cannot_run("a block needs " + std::to_string(bytes) +
                       " bytes of shared memory and this GPU has " + std::to_string(most) +
                       "; choose smaller warps_per_block or ring_bytes");
  }

  verification verify() override {
    const expected_output expected(input_.original);
    expected.poison(resident_.out);
    std::vector<status> statuses(input_.column.chunks.size(), status::not_decoded);
    check_cuda(cudaMemcpy(resident_.statuses.data(), statuses.data(), resident_.statuses.size(),
                          cudaMemcpyHostToDevice),
               "cudaMemcpy");
    launch();
    synchronize();
    check_cuda(cudaMemcpy(statuses.data(), resident_.statuses.data(), resident_.statuses.size(),
                          cudaMemcpyDeviceToHost),
               "cudaMemcpy");
    verification v = verdict(expected.first_difference(resident_.out), statuses);
    if (v.ok && !(resident_.out.guards_intact() && resident_.in.guards_intact() &&
                  resident_.chunks.guards_intact() && resident_.statuses.guards_intact())) {
      v.ok = false;
      v.reason = "bytes beside a buffer were written";
    }
    return v;
  }

  void launch() override {
    check_cuda(kernel_.launch(input_.column.type, resident_.view(), parameters_), "launch");
  }

  [[nodiscard]] std::optional<launch_facts> how_launched() const override {
    return launch_facts_of(kernel_.entry(input_.column.type, resident_.view(), parameters_));
  }

 private:
  workload_input input_;
  const kernel& kernel_;
  launch_parameters parameters_;
  resident_column resident_;
};

class device_copy final : public gpu_workload {
 public:
  explicit device_copy(std::uint64_t bytes) : from_(bytes), to_(bytes) {}

  verification verify() override {
    std::vector<std::byte> pattern(from_.size());
    for (std::size_t i = 0; i < pattern.size(); ++i)
      pattern[i] = static_cast<std::byte>(i * 2654435761u >> 24);
    check_cuda(cudaMemcpy(from_.data(), pattern.data(), pattern.size(), cudaMemcpyHostToDevice),
               "cudaMemcpy");
    launch();
    std::vector<std::byte> out(to_.size());
    check_cuda(cudaMemcpy(out.data(), to_.data(), out.size(), cudaMemcpyDeviceToHost),
               "cudaMemcpy");
    return check(pattern, out, {});
  }

  void launch() override {
    check_cuda(cudaMemcpyAsync(to_.data(), from_.data(), from_.size(), cudaMemcpyDeviceToDevice),
               "cudaMemcpyAsync");
  }

 private:
  guarded_memory from_, to_;
};

}  // namespace

std::optional<std::string> absent() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaErrorInsufficientDriver) {
    int driver = 0;
    cudaDriverGetVersion(&driver);
    return driver == 0 ? "no NVIDIA driver is installed"
                       : "the NVIDIA driver is older than this CUDA toolkit; update the driver";
  }
  if (error != cudaSuccess)
    return std::string("no usable GPU: ") + cudaGetErrorString(error) +
           "; see that nvidia-smi lists one";
  if (count == 0)
    return "no GPU is visible; see that nvidia-smi lists one and CUDA_VISIBLE_DEVICES does not "
           "hide it";
  return std::nullopt;
}

nlohmann::json describe() {
  cudaDeviceProp p{};
  check_cuda(cudaGetDeviceProperties(&p, 0), "cudaGetDeviceProperties");
  int driver = 0, runtime = 0;
  check_cuda(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check_cuda(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  const auto version = [](int v) {
    return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
  };
  return {{"name", p.name},
          {"compute_capability", std::to_string(p.major) + "." + std::to_string(p.minor)},
          {"multiprocessors", p.multiProcessorCount},
          {"rated_sm_clock_mhz", attribute(cudaDevAttrClockRate) / 1000},
          {"rated_memory_clock_mhz", attribute(cudaDevAttrMemoryClockRate) / 1000},
          {"memory_bus_bits", p.memoryBusWidth},
          {"memory_bytes", p.totalGlobalMem},
          {"l2_bytes", p.l2CacheSize},
          {"shared_bytes_per_multiprocessor", p.sharedMemPerMultiprocessor},
          {"registers_per_multiprocessor", p.regsPerMultiprocessor},
          {"max_threads_per_multiprocessor", p.maxThreadsPerMultiProcessor},
          {"ecc", p.ECCEnabled != 0},
          {"driver", kernel_driver()},
          {"cuda_driver", version(driver)},
          {"cuda_runtime", version(runtime)},
          {"pci_bus_id", pci_bus_id()}};
}

std::string pci_bus_id() {
  char id[32] = {};  // cudaDeviceGetPCIBusId: 13 characters and the zero behind them
  check_cuda(cudaDeviceGetPCIBusId(id, sizeof(id), 0), "cudaDeviceGetPCIBusId");
  return id;
}

std::unique_ptr<workload> make_kernel_workload(const workload_input& input, const kernel& kernel,
                                               const launch_parameters& parameters) {
  return std::make_unique<kernel_workload>(input, kernel, parameters);
}

std::unique_ptr<workload> make_workload(const workload_input& input, const bench_case& what) {
  const kernel* kernel = find_row(kernels(), what.codec, what.registered_variant());
  if (kernel == nullptr) throw no_variant(what.codec, what.variant);
  return make_kernel_workload(input, *kernel, what.chosen.over(kernel->facts.defaults));
}

std::unique_ptr<workload> make_copy(std::uint64_t bytes) {
  return std::make_unique<device_copy>(bytes);
}

}  // namespace codag::harness::cuda
