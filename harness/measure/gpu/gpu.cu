#include "harness/measure/gpu/gpu.hpp"

#include <cuda.h>

#include <fstream>
#include <string_view>

#include "harness/measure/gpu/cuda_memory.cuh"
#include "harness/measure/gpu/driver_function.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/measure/gpu/pinned_memory.cuh"

namespace codag::harness::cuda {
namespace {

/// The driver's version line, which contains for example "580.159.04".
std::optional<std::string> kernel_driver() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

/// "13.0" for 13000.
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// The 16 bytes that identify a device: of a MIG instance its own, not its GPU's. The runtime's
/// cudaDeviceProp::uuid does not promise that; the driver's cuDeviceGetUuid does from version 11.4
/// on (CUDA Driver API, "Device Management").
CUuuid uuid_bytes(int device) {
  auto* get_uuid = driver_function<CUresult(CUuuid*, CUdevice)>("cuDeviceGetUuid", 11040);
  CUuuid uuid{};
  // The runtime's number of a device is the driver's handle of it.
  if (get_uuid == nullptr || get_uuid(&uuid, device) != CUDA_SUCCESS)
    throw cannot_run("the driver reports no UUID of the GPU; update the driver");
  return uuid;
}

/// "GPU-5d5ba0d6-d33d-2b2c-524d-9e3d8d2b8a77", as nvidia-smi and CUDA_VISIBLE_DEVICES have it. CUDA
/// adds an instance's profile to the name: "NVIDIA H200 MIG 1g.18gb".
std::string uuid_text(int device, std::string_view name) {
  std::string text = name.find(" MIG ") == std::string_view::npos ? "GPU" : "MIG";
  constexpr std::string_view digits = "0123456789abcdef";
  const CUuuid uuid = uuid_bytes(device);
  for (int i = 0; i < 16; ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    const auto byte = static_cast<unsigned char>(uuid.bytes[i]);
    text += digits[byte / 16];
    text += digits[byte % 16];
  }
  return text;
}

/// Every kernel of the program is compiled for the same architectures as this one.
__global__ void any_kernel() {}

/// The code of the program's kernels that runs on GPU 0. Machine code has one number for the PTX
/// that nvcc made it from and for the code itself, since cmake/cuda.cmake asks for such pairs. What
/// the driver compiles is for the GPU, and its PTX for an older one.
cudaFuncAttributes kernel_code() {
  cudaFuncAttributes code{};
  const cudaError_t error = cudaFuncGetAttributes(&code, any_kernel);
  if (error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction)
    throw cannot_run(
        "this program has no code for the GPU's architecture; build it on this machine, or with it "
        "in CODAG_CUDA_ARCHITECTURES");
  check_cuda(error, "cudaFuncGetAttributes");
  return code;
}

/// "9.0" for 90.
std::string capability_text(int version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

}  // namespace

std::optional<std::string> why_no_gpu() {
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
           "; check that nvidia-smi lists one";
  if (count == 0)
    return "no GPU is visible; check that nvidia-smi lists one and that CUDA_VISIBLE_DEVICES does "
           "not hide it";
  return std::nullopt;
}

std::vector<gpu_device> devices() {
  int count = 0;
  check_cuda(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
  std::vector<gpu_device> all;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp p{};
    check_cuda(cudaGetDeviceProperties(&p, i), "cudaGetDeviceProperties");
    all.push_back({.name = p.name, .uuid = uuid_text(i, p.name)});
  }
  return all;
}

gpu_facts describe_gpu() {
  cudaDeviceProp p{};
  check_cuda(cudaGetDeviceProperties(&p, 0), "cudaGetDeviceProperties");
  int driver = 0, runtime = 0;
  check_cuda(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check_cuda(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  const cudaFuncAttributes code = kernel_code();
  return {.name = p.name,
          .compute_capability = std::to_string(p.major) + "." + std::to_string(p.minor),
          .kernels_for = capability_text(code.ptxVersion),
          .kernels_from_ptx = code.ptxVersion != code.binaryVersion,
          .multiprocessors = p.multiProcessorCount,
          .rated_sm_clock_mhz = attribute(cudaDevAttrClockRate) / 1000,
          .rated_memory_clock_mhz = attribute(cudaDevAttrMemoryClockRate) / 1000,
          .memory_bus_bits = p.memoryBusWidth,
          .memory_bytes = p.totalGlobalMem,
          .l2_bytes = static_cast<std::uint64_t>(p.l2CacheSize),
          .shared_bytes_per_multiprocessor = p.sharedMemPerMultiprocessor,
          .registers_per_multiprocessor = p.regsPerMultiprocessor,
          .max_threads_per_multiprocessor = p.maxThreadsPerMultiProcessor,
          .ecc = p.ECCEnabled != 0,
          .driver = kernel_driver(),
          .cuda_driver = version_text(driver),
          .cuda_runtime = version_text(runtime),
          .pci_bus_id = pci_bus_id(),
          .uuid = uuid_text(0, p.name)};
}

std::string pci_bus_id() {
  char id[32] = {};  // cudaDeviceGetPCIBusId writes 13 characters and a terminating zero
  check_cuda(cudaDeviceGetPCIBusId(id, sizeof(id), 0), "cudaDeviceGetPCIBusId");
  return id;
}

std::uint64_t free_memory_bytes() {
  std::size_t free = 0, total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  return free;
}

std::optional<std::string> why_not_pinned(std::uint64_t bytes) {
  try {
    const pinned_memory tried(bytes);
  } catch (const cannot_run& e) {
    return e.what();
  }
  return std::nullopt;
}

}  // namespace codag::harness::cuda
