// A process that keeps the GPU's multiprocessors busy until it is ended. It prints a line when it
// has begun.
#include <cuda_runtime.h>

#include <cstdio>

namespace {

constexpr int blocks = 4096, threads = 256, operations = 1 << 18;

__global__ void burn(float* out) {
  float value = static_cast<float>(threadIdx.x);
  for (int i = 0; i < operations; ++i) value = fmaf(value, 0.999f, 0.5f);
  if (value < 0) *out = value;  // never: the result must only seem to be needed
}

}  // namespace

int main() {
  float* out = nullptr;
  if (cudaMalloc(&out, sizeof(float)) != cudaSuccess) return 1;
  for (bool first = true;; first = false) {
    burn<<<blocks, threads>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    if (first) {
      std::puts("busy");
      std::fflush(stdout);
    }
  }
}
