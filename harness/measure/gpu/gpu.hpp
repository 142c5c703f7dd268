// GPU 0, as far as it can be described without running anything. No CUDA type crosses this header:
// it compiles everywhere, and without a toolkit gpu_absent.cpp answers for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace codag::harness::cuda {

/// What the CUDA runtime and the driver say of a GPU.
struct gpu_facts {
  std::string name;                ///< "NVIDIA H200"
  std::string compute_capability;  ///< "9.0"
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
  std::optional<std::string> driver;  ///< the kernel driver's version line; /proc may lack it
  std::string cuda_driver;            ///< the newest CUDA that the driver knows: "13.0"
  std::string cuda_runtime;           ///< the CUDA of this build: "13.0"
  std::string pci_bus_id;             ///< "0000:65:00.0"
};

/// Why there is no usable GPU, with the remedy; nothing if there is one.
std::optional<std::string> why_no_gpu();

/// Describes GPU 0. Only if why_no_gpu() has nothing to say.
gpu_facts describe_gpu();

/// Where GPU 0 is, "0000:65:00.0": other libraries than CUDA find the same GPU by it. Only if
/// why_no_gpu() has nothing to say.
std::string pci_bus_id();

}  // namespace codag::harness::cuda
