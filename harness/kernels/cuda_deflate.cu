#include "harness/kernels/cuda_kernels_of.cuh"

template std::span<const codag::harness::cuda::kernel>
codag::harness::cuda::kernels_of<codag::harness::deflate_codec>();
