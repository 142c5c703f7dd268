// A fixture for tests on a GPU: it skips them where there is none, and owns the memory that they
// use.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#define ASSERT_CUDA(call) ASSERT_EQ(call, cudaSuccess)

namespace codag::test {

/// `Base` is a fixture of GoogleTest.
template <class Base = testing::Test>
class on_gpu : public Base {
 protected:
  void SetUp() override {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0)
      GTEST_SKIP() << "no GPU: cudaGetDeviceCount finds none";
  }
  void TearDown() override {
    for (void* p : owned_) cudaFree(p);
  }

  /// Device memory until the test ends.
  template <class T>
  T* allocate(std::size_t count) {
    T* p = nullptr;
    EXPECT_EQ(cudaMalloc(&p, std::max<std::size_t>(count * sizeof(T), 1)), cudaSuccess);
    owned_.push_back(p);
    return p;
  }
  template <class T>
  T* upload(const std::vector<T>& values) {
    T* p = allocate<T>(values.size());
    EXPECT_EQ(cudaMemcpy(p, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
              cudaSuccess);
    return p;
  }
  /// Waits for the GPU.
  template <class T>
  std::vector<T> download(const T* p, std::size_t count) {
    std::vector<T> values(count);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(values.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    return values;
  }

 private:
  std::vector<void*> owned_;
};

}  // namespace codag::test
