// A description of GPU 0 that needs no kernel launch. The header uses no CUDA type, so it compiles
// everywhere. A build without a CUDA toolkit uses gpu_absent.cpp as the implementation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// A GPU or a MIG instance, as a run chooses it.
struct gpu_device {
  std::string name;  ///< "NVIDIA H200", or "NVIDIA H200 MIG 1g.18gb" for an instance
  std::string uuid;  ///< "GPU-5d5ba0d6-d33d-2b2c-524d-9e3d8d2b8a77"; an instance's: "MIG-..."
};

}  // namespace codag::harness

namespace codag::harness::cuda {

/// Properties of a GPU, as the CUDA runtime and the driver report them.
struct gpu_facts {
  std::string name;                ///< "NVIDIA H200"
  std::string compute_capability;  ///< "9.0"
  std::string kernels_for;         ///< the compute capability that nvcc compiled them for: "9.0"
  bool kernels_from_ptx = false;   ///< there is no machine code for this GPU: the driver made it
  int multiprocessors = 0;
  int rated_sm_clock_mhz = 0;
  int rated_memory_clock_mhz = 0;
  int memory_bus_bits = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint64_t shared_bytes_per_multiprocessor = 0;
  int registers_per_multiprocessor = 0;
  int max_threads_per_multiprocessor = 0;
  bool ecc = false;
  std::optional<std::string> driver;  ///< the driver's version line; /proc may lack it
  std::string cuda_driver;            ///< the newest CUDA version that the driver supports: "13.0"
  std::string cuda_runtime;           ///< the CUDA version of this build: "13.0"
  std::string pci_bus_id;             ///< "0000:65:00.0"
  std::string uuid;                   ///< as in gpu_device
};

/// Why there is no usable GPU, with the remedy; std::nullopt if there is one.
std::optional<std::string> why_no_gpu();

/// The GPUs that this process sees, as CUDA numbers them. Under MIG CUDA shows one instance at
/// most. Call it only if why_no_gpu() returns std::nullopt.
std::vector<gpu_device> devices();

/// Describes GPU 0. Call it only if why_no_gpu() returns std::nullopt.
gpu_facts describe_gpu();

/// The PCI bus id of GPU 0, as in "0000:65:00.0", by which libraries other than CUDA find the same
/// GPU. Call it only if why_no_gpu() returns std::nullopt.
std::string pci_bus_id();

/// The memory of GPU 0 that nothing has allocated. Call it only if why_no_gpu() returns
/// std::nullopt. Creates a CUDA context, which takes memory itself.
std::uint64_t free_memory_bytes();

/// Why so much host memory cannot be pinned, with the remedy; std::nullopt if it can. Call it only
/// if why_no_gpu() returns std::nullopt.
std::optional<std::string> why_not_pinned(std::uint64_t bytes);

}  // namespace codag::harness::cuda
