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
    if (bytes > bytes_ || base_ == nullptr) {
      cudaFree(base_);
      base_ = nullptr;
      bytes_ = bytes + bytes / 2 + 1;
      check(cudaMalloc(&base_, bytes_), "cudaMalloc");
    }
    return static_cast<T*>(base_);
  }
  template <class T>
  T* with(std::span<const T> values) {
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
  on_gpu() = default;
  on_gpu(const on_gpu&) = delete;
  on_gpu& operator=(const on_gpu&) = delete;
  ~on_gpu() override { unpin(); }

  const batch_output& decode(const harness::column_kernel& kernel, const parameter_values& values,
                             const batch& b, std::span<const std::byte> before) override {
    batch_output& o = output_;
    resize_out(b.out_bytes);
    o.statuses.assign(b.chunks.size(), status::not_decoded);
    o.done_by.clear();
    std::byte* const out =
        before.empty() ? out_.with<std::byte>(b.out_bytes) : out_.with<std::byte>(before);
    if (before.empty())
      check(cudaMemset(out, std::to_integer<int>(b.poison), b.out_bytes), "cudaMemset");
    status* const statuses = statuses_.with<status>(o.statuses);
    const device_column column{in_.with<std::byte>(b.in),
                               b.in.size(),
                               out,
                               b.out_bytes,
                               chunks_.with<chunk>(b.chunks),
                               static_cast<std::uint32_t>(b.chunks.size()),
                               statuses};
    const std::uint64_t workspace_bytes =
        kernel.workspace_bytes == nullptr ? 0 : kernel.workspace_bytes(column, values);
    auto* const workspace = workspace_.with<std::byte>(workspace_bytes);
    launch(kernel, column, {b.type, values, workspace, phase::before});
    copy_back(o.out, out);
    copy_back(o.statuses, statuses);
    if (kernel.chosen.of_chunk != nullptr) {
      bytes recorded(kernel.chosen.bytes(column));
      copy_back(recorded, workspace);
      for (std::uint32_t i = 0; i < column.chunk_count; ++i)
        o.done_by.push_back(kernel.chosen.of_chunk(column, recorded.data(), i));
    }
    if (kernel.check != nullptr) {
      o.workspace.resize(workspace_bytes);
      copy_back(o.workspace, workspace);
    }
    return o;
  }
  test::encoded encode(const harness::encode_kernel& kernel, const parameter_values& values,
                       const bytes& column, const test::encode_place& place) override {
    test::encoded e{test::poisoned_room(place.room_bytes)};
    std::byte* const out = out_.with<std::byte>(e.out);
    const chunk entry{place.offset, 0, place.room_bytes, static_cast<std::uint32_t>(column.size())};
    std::vector<std::uint32_t> size{77};
    std::vector<status> result{e.result};
    const device_encoding job{in_.with<std::byte>(column),
                              column.size(),
                              out,
                              e.out.size(),
                              chunks_.with<chunk>({&entry, 1}),
                              1,
                              sizes_.with<std::uint32_t>(size),
                              statuses_.with<status>(result),
                              place.settings};
    auto* const workspace = workspace_.with<std::byte>(
        kernel.workspace_bytes == nullptr ? 0 : kernel.workspace_bytes(job, values));
    launch(kernel, job, {element_type::uint8, values, workspace, phase::before});
    copy_back(e.out, out);
    copy_back(size, job.encoded_bytes);
    copy_back(result, job.statuses);
    e.size = size[0];
    e.result = result[0];
    return e;
  }

 private:
  /// Launches every phase, and waits for its end.
  template <class Row, class Argument>
  static void launch(const Row& kernel, const Argument& argument, launch_choice choice) {
    for (const phase p : {phase::before, phase::timed, phase::after}) {
      choice.phase = p;
      check(static_cast<cudaError_t>(kernel.cuda.launch(argument, choice, nullptr)), "launch");
    }
    check(cudaDeviceSynchronize(), "kernel");
  }
  template <class T>
  static void copy_back(std::vector<T>& to, const void* from) {
    check(cudaMemcpy(to.data(), from, to.size() * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
  }

  /// The output's host memory is pinned, and kept from launch to launch: copying into new memory
  /// takes most of a launch.
  void resize_out(std::size_t count) {
    if (count > output_.out.capacity()) {
      unpin();
      output_.out.clear();
      output_.out.reserve(count + count / 2);
      check(cudaHostRegister(output_.out.data(), output_.out.capacity(), cudaHostRegisterDefault),
            "cudaHostRegister");
      pinned_ = output_.out.data();
    }
    output_.out.resize(count);
  }
  void unpin() {
    if (pinned_ != nullptr) cudaHostUnregister(pinned_);
    pinned_ = nullptr;
  }

  batch_output output_;
  void* pinned_ = nullptr;
  device_memory in_, out_, chunks_, sizes_, statuses_, workspace_;
};

}  // namespace

std::unique_ptr<batch_launcher> gpu_launcher() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return nullptr;
  return std::make_unique<on_gpu>();
}

}  // namespace codag::fuzz
