// Functions of the CUDA driver's API. They come from the runtime, so the program does not link to
// the driver, and starts on machines without one.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace codag::harness::cuda {

/// The driver's function `name`, as CUDA release `since` (12000 for 12.0) and later have it;
/// nullptr if the driver lacks it. Before release 12.5 the runtime takes no release: it gives the
/// function of its own, and codag compiles with none that is older than 12.4.
template <class Function>
Function* driver_function(const char* name, [[maybe_unused]] unsigned since) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  const cudaError_t error =
      cudaGetDriverEntryPointByVersion(name, &function, since, cudaEnableDefault, &found);
#else
  const cudaError_t error = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
  if (error != cudaSuccess || found != cudaDriverEntryPointSuccess) return nullptr;
  return reinterpret_cast<Function*>(function);
}

}  // namespace codag::harness::cuda
