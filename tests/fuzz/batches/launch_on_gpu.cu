#include <cuda_runtime.h>

#include <stdexcept>

#include "tests/fuzz/batches/launcher.hpp"

namespace codag::fuzz {
namespace {

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

/// Device memory that grows. It is kept from launch to launch, because allocating takes longer than
/// a launch.
class device_memory {
 public:
  device_memory() = default;
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;
  ~device_memory() { cudaFree(base_); }

  template <class T>
  T* with(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes > bytes_) {
      cudaFree(base_);
      base_ = nullptr;
      bytes_ = bytes + bytes / 2;
      check(cudaMalloc(&base_, bytes_), "cudaMalloc");
    }
    return static_cast<T*>(base_);
  }
  template <class T>
  T* with(const std::vector<T>& values) {
    T* const p = with<T>(values.size());
    check(cudaMemcpy(p, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
          "cudaMemcpy");
    return p;
  }

 private:
  void* base_ = nullptr;
  std::size_t bytes_ = 0;
};

class on_gpu final : public batch_launcher {
 public:
  [[nodiscard]] bool has(const harness::column_kernel& kernel) const override {
    return kernel.cuda.launch != nullptr;
  }
  batch_output decode(const harness::column_kernel& kernel, const parameter_values& values,
                      const batch& b) override {
    batch_output o{
        bytes(b.out_bytes), std::vector<status>(b.chunks.size(), status::not_decoded), {}};
    auto* const out = out_.with<std::byte>(b.out_bytes);
    check(cudaMemset(out, std::to_integer<int>(b.poison), b.out_bytes), "cudaMemset");
    status* const statuses = statuses_.with(o.statuses);
    const device_column column{in_.with(b.in),
                               b.in.size(),
                               out,
                               b.out_bytes,
                               chunks_.with(b.chunks),
                               static_cast<std::uint32_t>(b.chunks.size()),
                               statuses};
    auto* const workspace = workspace_.with<std::byte>(
        kernel.workspace_bytes == nullptr ? 1 : kernel.workspace_bytes(column, values));
    for (const phase p : {phase::before, phase::timed, phase::after})
      check(static_cast<cudaError_t>(
                kernel.cuda.launch(column, {b.type, values, workspace, p}, nullptr)),
            "launch");
    check(cudaDeviceSynchronize(), "kernel");
    check(cudaMemcpy(o.out.data(), out, b.out_bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    check(cudaMemcpy(o.statuses.data(), statuses, o.statuses.size() * sizeof(status),
                     cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    if (kernel.chosen.parts != nullptr) {
      bytes recorded(kernel.chosen.bytes(column));
      check(cudaMemcpy(recorded.data(), workspace, recorded.size(), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
      o.chosen = names_of(kernel.chosen.parts(column, recorded.data()));
    }
    return o;
  }

 private:
  device_memory in_, out_, chunks_, statuses_, workspace_;
};

}  // namespace

std::unique_ptr<batch_launcher> gpu_launcher() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return nullptr;
  return std::make_unique<on_gpu>();
}

}  // namespace codag::fuzz
