// The same kernels on a GPU: every column back, corrupted chunks contained, with the reference
// decoder's statuses. Skips, saying so, where there is no GPU.
#include <gtest/gtest.h>

#include "baselines/block_per_chunk/block_per_chunk.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/cuda/launch.cuh"
#include "tests/support/damaged_column.hpp"

namespace codag {
namespace {

#define ASSERT_CUDA(call) ASSERT_EQ(call, cudaSuccess)

class on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0)
      GTEST_SKIP() << "no GPU on this machine";
  }

  template <class T>
  T* upload(const std::vector<T>& values) {
    T* p = nullptr;
    EXPECT_EQ(cudaMalloc(&p, std::max<std::size_t>(values.size() * sizeof(T), 1)), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(p, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
              cudaSuccess);
    owned_.push_back(p);
    return p;
  }
  void TearDown() override {
    for (void* p : owned_) cudaFree(p);
  }

  template <class Kernel>
  void decode(const std::vector<std::byte>& in, const std::vector<chunk>& chunks,
              std::vector<std::byte>& out, std::vector<status>& statuses) {
    statuses.assign(chunks.size(), status::not_decoded);
    std::byte* device_out = upload(out);
    status* device_statuses = upload(statuses);
    const device_column column{upload(in),     in.size(),
                               device_out,     out.size(),
                               upload(chunks), static_cast<std::uint32_t>(chunks.size()),
                               device_statuses};
    ASSERT_CUDA(simt::cuda::launch(Kernel{column}, Kernel::shape(column.chunk_count)));
    ASSERT_CUDA(cudaDeviceSynchronize());
    ASSERT_CUDA(cudaMemcpy(out.data(), device_out, out.size(), cudaMemcpyDeviceToHost));
    ASSERT_CUDA(cudaMemcpy(statuses.data(), device_statuses, statuses.size() * sizeof(status),
                           cudaMemcpyDeviceToHost));
  }

  template <class Kernel>
  void expect_round_trips(element_type type, const char* codec = "rle_v1") {
    for (const auto& column : test::adversarial_columns(type, 9000, 5)) {
      const chunked_column c = compress(*find_codec(codec), column.bytes, type, 8192);
      std::vector<std::byte> out(column.bytes.size());
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = ~column.bytes[i];
      std::vector<status> statuses;
      decode<Kernel>(c.bytes, c.chunks, out, statuses);
      EXPECT_EQ(statuses, std::vector<status>(c.chunks.size(), status::ok)) << column.name;
      EXPECT_EQ(out, column.bytes) << column.name << " of " << to_string(type);
    }
  }

  template <class Kernel>
  void expect_contained(element_type type, const char* codec = "rle_v1") {
    std::mt19937_64 random(11);
    const test::damaged_column d = test::damage(type, 500, random, codec);
    std::vector<std::byte> out(d.original.size(), std::byte{0xee});
    std::vector<status> statuses;
    decode<Kernel>(d.in, d.chunks, out, statuses);
    for (std::size_t i = 0; i < d.chunks.size(); ++i) {
      const chunk& c = d.chunks[i];
      std::vector<std::byte> expected(c.out_bytes);
      EXPECT_EQ(statuses[i], find_codec(codec)->decode(
                                 std::span(d.in).subspan(c.in_offset, c.in_bytes), type, expected))
          << "chunk " << i;
      const auto begin = out.begin() + static_cast<std::ptrdiff_t>(c.out_offset);
      if (i % 2 == 0) {
        EXPECT_TRUE(std::equal(begin, begin + c.out_bytes, expected.begin())) << "good chunk " << i;
      }
      for (auto b = begin + c.out_bytes; b != begin + test::damaged_chunk_bytes; ++b)
        ASSERT_EQ(*b, std::byte{0xee}) << "behind chunk " << i;
    }
  }

  template <template <class> class Schedule>
  void expect_all() {
    expect_round_trips<Schedule<rle_v1::device_decoder<std::int8_t>>>(element_type::int8);
    expect_round_trips<Schedule<rle_v1::device_decoder<std::uint16_t>>>(element_type::uint16);
    expect_round_trips<Schedule<rle_v1::device_decoder<std::int32_t>>>(element_type::int32);
    expect_round_trips<Schedule<rle_v1::device_decoder<std::uint64_t>>>(element_type::uint64);
    expect_contained<Schedule<rle_v1::device_decoder<std::int8_t>>>(element_type::int8);
    expect_contained<Schedule<rle_v1::device_decoder<std::uint64_t>>>(element_type::uint64);
  }

 private:
  std::vector<void*> owned_;
};

TEST_F(on_gpu, warp_per_chunk) {
  expect_all<warp_per_chunk>();
}
TEST_F(on_gpu, deflate_warp_per_chunk) {
  using kernel = warp_per_chunk<deflate::device_decoder<std::uint8_t>>;
  for (const element_type type : test::all_types) {
    expect_round_trips<kernel>(type, "deflate");
    expect_contained<kernel>(type, "deflate");
  }
}
TEST_F(on_gpu, block_per_chunk) {
  expect_all<baselines::block_per_chunk>();
}

}  // namespace
}  // namespace codag
