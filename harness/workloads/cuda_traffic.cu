// Memory traffic on the GPU, which bounds every kernel.
#include <algorithm>
#include <optional>
#include <vector>

#include "codag/simt/cuda/launch_observer.cuh"
#include "harness/measure/gpu/attribute.cuh"
#include "harness/measure/gpu/gpu_verification.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/workloads/traffic_pattern.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness::cuda {
namespace {

// 16 bytes per access, the widest load or store of a thread.
constexpr unsigned threads = 512;

/// Computes the exclusive or of all words that a thread reads. Storing it in `folded` keeps the
/// compiler from removing the loads.
__global__ void read_words(const ulonglong2* from, std::size_t count, unsigned long long* folded) {
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  unsigned long long fold = 0;
#pragma unroll 8
  for (std::size_t i = first; i < count; i += step) fold ^= from[i].x ^ from[i].y;
  folded[first] = fold;
}

__global__ void write_words(ulonglong2* to, std::size_t count, unsigned long long word) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
#pragma unroll 8
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
    to[i] = make_ulonglong2(word, word);
}

/// Writes the words that are read or copied; a copy may end within a word.
__global__ void write_traffic(std::byte* to, std::size_t bytes) {
  constexpr unsigned word_bytes = sizeof(std::uint64_t);
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i * word_bytes < bytes;
       i += step) {
    const std::uint64_t word = traffic_word(i);
    if ((i + 1) * word_bytes <= bytes)
      reinterpret_cast<std::uint64_t*>(to)[i] = word;
    else
      memcpy(to + i * word_bytes, &word, bytes % word_bytes);
  }
}

/// Enough blocks to fill the GPU. Each thread processes many words.
unsigned full_blocks() {
  return static_cast<unsigned>(attribute(cudaDevAttrMultiProcessorCount) *
                               attribute(cudaDevAttrMaxThreadsPerMultiProcessor)) /
         threads;
}

/// The number of whole 16-byte words of a buffer, at least one.
std::uint64_t whole_words(std::uint64_t bytes) {
  return std::max<std::uint64_t>(bytes / sizeof(ulonglong2), 1);
}

void fill_with_traffic(const guarded_memory& memory) {
  write_traffic<<<full_blocks(), threads>>>(memory.data(), memory.size());
  check_cuda(cudaGetLastError(), "write_traffic");
}

class device_copy final : public gpu_workload {
 public:
  explicit device_copy(std::uint64_t bytes) : from_(bytes), to_(bytes) { fill_with_traffic(from_); }

  void poison() override { write_complement(from_, to_); }

  verification outcome() override {
    synchronize();
    return outcome_of(find_first_difference(from_, to_), {});
  }

  void launch() override {
    check_cuda(cudaMemcpyAsync(to_.data(), from_.data(), from_.size(), cudaMemcpyDeviceToDevice),
               "cudaMemcpyAsync");
  }

 private:
  guarded_memory from_, to_;
};

class device_read final : public gpu_workload {
 public:
  explicit device_read(std::uint64_t bytes)
      : blocks_(full_blocks()),
        from_(whole_words(bytes) * sizeof(ulonglong2)),
        folded_(std::size_t{blocks_} * threads * sizeof(unsigned long long)) {
    fill_with_traffic(from_);
  }

  void poison() override {
    if (!expected_) {
      expected_ = 0;
      for (std::uint64_t i = 0; i < from_.size() / sizeof(std::uint64_t); ++i)
        *expected_ ^= traffic_word(i);
    }
    folded_.fill(workspace_garbage);
  }

  verification outcome() override {
    synchronize();
    std::vector<unsigned long long> folded(folded_.size() / sizeof(unsigned long long));
    folded_.copy_to(folded.data());
    std::uint64_t got = 0;
    for (const unsigned long long fold : folded) got ^= fold;
    verification v{.ok = got == *expected_, .reason = {}, .chunk_status = {}};
    if (!v.ok) v.reason = "the exclusive or of the words that were read is wrong";
    return v;
  }

  void launch() override {
    if (!simt::cuda::wanted(
            {"read_words", reinterpret_cast<const void*>(read_words), {blocks_, threads}}, nullptr))
      return;
    read_words<<<blocks_, threads>>>(reinterpret_cast<const ulonglong2*>(from_.data()),
                                     from_.size() / sizeof(ulonglong2),
                                     reinterpret_cast<unsigned long long*>(folded_.data()));
    check_cuda(cudaGetLastError(), "read_words");
  }

 private:
  unsigned blocks_;
  guarded_memory from_, folded_;
  std::optional<std::uint64_t> expected_;  // from the first poison() on
};

class device_write final : public gpu_workload {
 public:
  explicit device_write(std::uint64_t bytes) : to_(whole_words(bytes) * sizeof(ulonglong2)) {}

  void poison() override {
    if (!expected_) {
      const std::vector<std::uint64_t> words(to_.size() / sizeof(std::uint64_t), written_word);
      expected_.emplace(std::as_bytes(std::span(words)));
    }
    expected_->poison(to_);
  }

  verification outcome() override {
    synchronize();
    return outcome_of(expected_->first_difference(to_), {});
  }

  void launch() override {
    const unsigned blocks = full_blocks();
    if (!simt::cuda::wanted(
            {"write_words", reinterpret_cast<const void*>(write_words), {blocks, threads}},
            nullptr))
      return;
    write_words<<<blocks, threads>>>(reinterpret_cast<ulonglong2*>(to_.data()),
                                     to_.size() / sizeof(ulonglong2), written_word);
    check_cuda(cudaGetLastError(), "write_words");
  }

 private:
  guarded_memory to_;
  std::optional<expected_output> expected_;  // from the first poison() on
};

}  // namespace

std::unique_ptr<workload> make_traffic(traffic kind, std::uint64_t buffer_bytes) {
  switch (kind) {
    case traffic::copy:
      return std::make_unique<device_copy>(buffer_bytes);
    case traffic::read:
      return std::make_unique<device_read>(buffer_bytes);
    case traffic::write:
      break;
  }
  return std::make_unique<device_write>(buffer_bytes);
}

}  // namespace codag::harness::cuda
