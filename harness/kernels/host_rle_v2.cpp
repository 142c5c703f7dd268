#include "harness/kernels/host_kernels_of.hpp"

template std::span<const codag::harness::host_kernel>
codag::harness::host_kernels_of<codag::harness::rle_v2_codec>();
