// CUPTI's result codes as exceptions, its parameter structs with their size fields set, and the
// CUDA context that it profiles.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cupti_profiler_target.h>
#include <cupti_result.h>

#include <string>

#include "harness/measure/gpu/driver_function.cuh"
#include "harness/measure/profile/cannot_profile.hpp"

namespace codag::harness {

static_assert(CUPTI_ERROR_HARDWARE_BUSY == static_cast<int>(cupti_code::hardware_busy));
static_assert(CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED ==
              static_cast<int>(cupti_code::virtual_gpu));
static_assert(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES == static_cast<int>(cupti_code::not_permitted));
static_assert(CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED ==
              static_cast<int>(cupti_code::old_profiler));
static_assert(CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED ==
              static_cast<int>(cupti_code::legacy_profiler));
static_assert(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED ==
              static_cast<int>(cupti_code::multiple_subscribers));
static_assert(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES ==
              static_cast<int>(cupti_code::not_permitted_on_virtual_gpu));
static_assert(CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED ==
              static_cast<int>(cupti_code::confidential_computing));
static_assert(CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED == static_cast<int>(cupti_code::mining_gpu));
#ifdef CODAG_HAVE_RANGE_PROFILER  // CUPTI before 12.6 has no names for these
static_assert(CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED == static_cast<int>(cupti_code::mig));
static_assert(CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED == static_cast<int>(cupti_code::sli));
static_assert(CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED == static_cast<int>(cupti_code::wsl));
static_assert(CUPTI_ERROR_INVALID_CHIP_NAME == static_cast<int>(cupti_code::unknown_chip));
#endif

/// Throws cupti_error unless `result` is CUPTI_SUCCESS. `call` is the function's name.
inline void check_cupti(CUptiResult result, const char* call) {
  if (result == CUPTI_SUCCESS) return;
  const char* name = nullptr;
  if (cuptiGetResultString(result, &name) != CUPTI_SUCCESS) name = "an unknown error";
  throw cupti_error(call, result, name);
}

/// Throws cannot_profile unless `error` is cudaSuccess.
inline void check_cuda_for_profile(cudaError_t error, const char* call) {
  if (error != cudaSuccess)
    throw cannot_profile(std::string(call) + ": " + cudaGetErrorString(error));
}

/// A parameter struct of the host API or the range profiler, all zero except its size, as in
/// sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE).
template <class Parameters>
Parameters sized(std::size_t bytes) {
  Parameters p{};
  p.structSize = bytes;
  return p;
}

/// The runtime's context of GPU 0, created if there is none.
inline CUcontext current_context() {
  check_cuda_for_profile(cudaFree(nullptr), "cudaFree");
  auto* get_current = cuda::driver_function<CUresult(CUcontext*)>("cuCtxGetCurrent", 12000);
  CUcontext context = nullptr;
  if (get_current == nullptr || get_current(&context) != CUDA_SUCCESS || context == nullptr)
    throw cannot_profile("the driver has no current CUDA context");
  return context;
}

/// The same context, after initialising CUPTI's profiler, which every profiling call requires.
inline CUcontext profiled_context() {
  CUcontext context = current_context();
  auto p = sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  check_cupti(cuptiProfilerInitialize(&p), "cuptiProfilerInitialize");
  return context;
}

}  // namespace codag::harness
