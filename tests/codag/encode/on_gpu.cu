// The encoders on a GPU write the reference encoder's bytes. The tests are skipped where there is
// no GPU.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "codag/codec/vle/vle.hpp"
#include "harness/kernels/registry.hpp"
#include "tests/support/encode_on_host.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag {
namespace {

#define ASSERT_CUDA(call) ASSERT_EQ(call, cudaSuccess)

class vle_encoders_on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0)
      GTEST_SKIP() << "no GPU: cudaGetDeviceCount finds none";
  }

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
  void TearDown() override {
    for (void* p : owned_) cudaFree(p);
  }

  /// Encodes into a room of `room` bytes, which other bytes follow.
  void encode(const harness::encode_kernel& row, const parameter_values& values,
              const std::vector<std::byte>& raw, std::uint32_t room, test::encoded& e) {
    e.out.assign(room + test::after_room, test::poison);
    std::byte* const out = upload(e.out);
    auto* const size = upload(std::vector<std::uint32_t>{77});
    auto* const result = upload(std::vector{status::not_decoded});
    const device_encoding job{
        upload(raw),
        raw.size(),
        out,
        e.out.size(),
        upload(std::vector{chunk{0, 0, room, static_cast<std::uint32_t>(raw.size())}}),
        1,
        size,
        result};
    std::byte* const workspace = allocate<std::byte>(row.workspace_bytes(job, values));
    for (const phase p : {phase::before, phase::timed, phase::after})
      ASSERT_CUDA(row.cuda.launch(job, {element_type::uint8, values, workspace, p}, nullptr));
    ASSERT_CUDA(cudaDeviceSynchronize());
    ASSERT_CUDA(cudaMemcpy(e.out.data(), out, e.out.size(), cudaMemcpyDeviceToHost));
    ASSERT_CUDA(cudaMemcpy(&e.size, size, sizeof e.size, cudaMemcpyDeviceToHost));
    ASSERT_CUDA(cudaMemcpy(&e.result, result, sizeof e.result, cudaMemcpyDeviceToHost));
  }

  void expect_reference(const harness::encode_kernel& row, const parameter_values& values,
                        const std::vector<std::byte>& raw) {
    SCOPED_TRACE(test::label(row, values) + ", " + std::to_string(raw.size()) + " bytes");
    std::vector<std::byte> expected;
    vle::encode(raw, element_type::uint8, expected);
    const auto room = static_cast<std::uint32_t>(expected.size());
    test::encoded e;
    encode(row, values, raw, room, e);
    ASSERT_EQ(e.result, status::ok) << to_string(e.result);
    ASSERT_EQ(e.size, expected.size());
    expected.resize(expected.size() + test::after_room, test::poison);
    ASSERT_TRUE(e.out == expected);
  }

 private:
  std::vector<void*> owned_;
};

/// The encoders that this build has for a GPU.
std::vector<harness::encode_kernel> encoders() {
  std::vector<harness::encode_kernel> rows;
  for (const auto& row : harness::encode_kernels())
    if (row.facts.codec == "vle" && row.cuda.launch != nullptr) rows.push_back(row);
  return rows;
}

TEST_F(vle_encoders_on_gpu, write_the_references_bytes) {
  ASSERT_FALSE(encoders().empty());
  for (const auto& row : encoders())
    for (const auto& column : test::vle_columns()) {
      expect_reference(row, standard_values(row.facts.parameters), column);
      if (HasFatalFailure()) return;
    }
}

TEST_F(vle_encoders_on_gpu, write_the_references_bytes_whatever_the_parameters) {
  const auto column = test::random_column(100'000, 5, 3);
  for (const auto& row : encoders())
    for (const parameter_values& values : test::ends_of_limits(row.facts.parameters)) {
      expect_reference(row, values, column);
      if (HasFatalFailure()) return;
    }
}

// More segments than a GPU holds blocks: the blocks take several tickets each.
TEST_F(vle_encoders_on_gpu, wait_for_each_other_over_many_segments) {
  const auto column = test::random_column(50'000'003, 2, 4);
  for (const auto& row : encoders()) {
    expect_reference(row, standard_values(row.facts.parameters), column);
    if (HasFatalFailure()) return;
  }
}

TEST_F(vle_encoders_on_gpu, refuse_a_room_that_is_too_small) {
  const auto column = test::random_column(300'000, 0, 7);
  for (const auto& row : encoders()) {
    SCOPED_TRACE(test::label(row, {}));
    test::encoded e;
    encode(row, standard_values(row.facts.parameters), column, 200'000, e);
    EXPECT_EQ(e.result, status::output_overflow);
    EXPECT_TRUE(std::all_of(e.out.end() - test::after_room, e.out.end(),
                            [](std::byte b) { return b == test::poison; }));
  }
}

}  // namespace
}  // namespace codag
