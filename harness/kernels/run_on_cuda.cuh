// The definition of run_on_cuda(), which runs the kernels of any launch on a GPU. Include from .cu
// files only.
#pragma once

#include "codag/launch/launch.hpp"
#include "codag/simt/cuda/launch.cuh"
#include "codag/simt/cuda/resident_blocks.cuh"
#include "harness/kernels/row.hpp"
#include "harness/kernels/this_gpu.cuh"

namespace codag::harness {

/// Launches kernels on a stream, as codag/launch/launch.hpp describes, until one is refused.
class cuda_runner {
 public:
  cuda_runner(const simt::gpu_facts& gpu, cudaStream_t stream) : gpu_(gpu), stream_(stream) {}

  [[nodiscard]] const simt::gpu_facts& gpu() const { return gpu_; }
  /// The answer for the last shape of a kernel is kept: the question takes longer than a launch,
  /// between timed kernels. It is 1 if the GPU refuses the launch, which then says why.
  template <class Kernel>
  [[nodiscard]] unsigned resident_blocks(const Kernel& kernel) const {
    static simt::launch_shape asked{};
    static unsigned blocks = 0;
    const simt::launch_shape shape = kernel.shape();
    if (blocks == 0 || asked.threads != shape.threads || asked.shared_bytes != shape.shared_bytes) {
      asked = shape;
      if (simt::cuda::resident_blocks<Kernel>(shape, blocks) != cudaSuccess || blocks == 0) {
        cudaGetLastError();  // the launch will return it again
        return 1;
      }
    }
    return blocks;
  }
  template <class Kernel>
  void operator()(const Kernel& kernel) {
    if (result_ == cudaSuccess) result_ = simt::cuda::launch(kernel, kernel.shape(), stream_);
  }
  /// Runs the kernels of another row.
  template <class Argument>
  void run_row(const kernel_row<Argument>& row, const Argument& argument,
               const launch_choice& choice) {
    if (result_ == cudaSuccess)
      result_ = static_cast<cudaError_t>(row.cuda.launch(argument, choice, stream_));
  }
  [[nodiscard]] cudaError_t result() const { return result_; }

 private:
  const simt::gpu_facts& gpu_;
  cudaStream_t stream_;
  cudaError_t result_ = cudaSuccess;
};

template <class Launch>
cuda_functions<typename Launch::argument> run_on_cuda() {
  return {.launch = [](const typename Launch::argument& argument, const launch_choice& choice,
                       void* stream) -> int {
    return on_this_gpu([&](const simt::gpu_facts& gpu) {
      cuda_runner run(gpu, static_cast<cudaStream_t>(stream));
      Launch::run_kernels(argument, choice, run);
      return run.result();
    });
  }};
}

}  // namespace codag::harness
