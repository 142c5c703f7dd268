#include <cuda_pipeline_primitives.h>

#include "codag/simt/cuda/launch_observer.cuh"
#include "frame_encoder.hpp"
#include "frame_tiles.hpp"
#include "harness/kernels/run_on_cuda.cuh"
#include "rows.hpp"

namespace codag::extend {
namespace {

/// Stored chunks, copied through shared memory by cp.async. One block copies each chunk. The kernel
/// is written in plain CUDA, which the host backend does not know, so it is for GPUs only.
__global__ void copy_stored(device_column column) {
  __shared__ alignas(16) std::byte staged[4096];
  const chunk c = column.chunks[blockIdx.x];
  const bool fits = c.in_bytes == c.out_bytes && c.in_offset + c.in_bytes <= column.in_bytes &&
                    c.out_offset + c.out_bytes <= column.out_bytes && c.in_offset % 4 == 0;
  if (!fits) {
    if (threadIdx.x == 0) column.statuses[blockIdx.x] = status::malformed_symbol;
    return;
  }
  for (std::uint32_t at = 0; at < c.in_bytes; at += sizeof staged) {
    const std::uint32_t left = c.in_bytes - at;
    const std::uint32_t count =
        left < sizeof staged ? left : static_cast<std::uint32_t>(sizeof staged);
    for (std::uint32_t i = 4 * threadIdx.x; i < count; i += 4 * blockDim.x) {
      if (i + 4 <= count)
        __pipeline_memcpy_async(staged + i, column.in + c.in_offset + at + i, 4);
      else
        for (std::uint32_t b = i; b < count; ++b) staged[b] = column.in[c.in_offset + at + b];
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();  // every thread's copies have arrived
    for (std::uint32_t i = threadIdx.x; i < count; i += blockDim.x)
      column.out[c.out_offset + at + i] = staged[i];
    __syncthreads();  // all reads are done before the next copies overwrite the data
  }
  if (threadIdx.x == 0) column.statuses[blockIdx.x] = status::ok;
}

int launch_copy(const device_column& column, const launch_choice& /*choice*/, void* stream) {
  auto* const to = static_cast<cudaStream_t>(stream);
  constexpr unsigned threads = 128;
  // The report names the kernels of a launch.
  if (!simt::cuda::wanted({"copy_stored",
                           reinterpret_cast<const void*>(copy_stored),
                           {column.chunk_count, threads}},
                          to))
    return cudaSuccess;
  copy_stored<<<column.chunk_count, threads, 0, to>>>(column);
  return cudaGetLastError();
}

}  // namespace

harness::cuda_functions<device_column> tiles_on_cuda() {
  return harness::run_on_cuda<harness::launch_of<frame_tiles, device_column>>();
}

harness::cuda_functions<device_encoding> encoder_on_cuda() {
  return harness::run_on_cuda<harness::launch_of<frame_encoder, device_encoding>>();
}

harness::cuda_functions<device_column> async_tiles_on_cuda() {
  return {.launch = launch_copy};
}

}  // namespace codag::extend
