// Every variant on a GPU restores every column, contains corrupted chunks, and gives the reference
// decoder's statuses. The tests are skipped where there is no GPU.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/support/damaged_column.hpp"
#include "tests/support/each_variant.hpp"
#include "tests/support/kinds/column_of_every_kind.hpp"
#include "tests/support/on_gpu.cuh"

namespace codag {
namespace {

class on_gpu : public test::on_gpu<test::each_variant> {
 protected:
  void decode(element_type type, const std::vector<std::byte>& in, const std::vector<chunk>& chunks,
              std::vector<std::byte>& out, std::vector<status>& statuses) {
    statuses.assign(chunks.size(), status::not_decoded);
    std::byte* device_out = upload(out);
    status* device_statuses = upload(statuses);
    const device_column column{upload(in),     in.size(),
                               device_out,     out.size(),
                               upload(chunks), static_cast<std::uint32_t>(chunks.size()),
                               device_statuses};
    const harness::column_kernel& kernel = tested_kernel();
    const std::vector<std::byte> workspace(
        kernel.workspace_bytes == nullptr ? 0 : kernel.workspace_bytes(column, values_));
    std::byte* const device_workspace = upload(workspace);
    for (const phase p : {phase::before, phase::timed, phase::after})
      ASSERT_CUDA(kernel.cuda.launch(column, {type, values_, device_workspace, p}, nullptr));
    ASSERT_CUDA(cudaDeviceSynchronize());
    ASSERT_CUDA(cudaMemcpy(out.data(), device_out, out.size(), cudaMemcpyDeviceToHost));
    ASSERT_CUDA(cudaMemcpy(statuses.data(), device_statuses, statuses.size() * sizeof(status),
                           cudaMemcpyDeviceToHost));
  }

  void expect_round_trips(element_type type) {
    if (!GetParam().decodes(type)) return;
    for (const auto& column : test::adversarial_columns(type, 9000, 5)) {
      const chunked_column c = compress(tested_codec(), column.bytes, type, 8192);
      std::vector<std::byte> out(column.bytes.size());
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = ~column.bytes[i];
      std::vector<status> statuses;
      decode(type, c.bytes, c.chunks, out, statuses);
      EXPECT_EQ(statuses, std::vector<status>(c.chunks.size(), status::ok)) << column.name;
      EXPECT_EQ(out, column.bytes) << column.name << " of " << to_string(type);
    }
  }

  void expect_contained(element_type type) {
    if (!GetParam().decodes(type)) return;
    std::mt19937_64 random(11);
    const test::damaged_column d = test::damage(tested_codec(), type, 500, random);
    std::vector<std::byte> out(d.original.size(), std::byte{0xee});
    std::vector<status> statuses;
    decode(type, d.in, d.chunks, out, statuses);
    for (std::size_t i = 0; i < d.chunks.size(); ++i) {
      const chunk& c = d.chunks[i];
      std::vector<std::byte> expected(c.out_bytes);
      EXPECT_EQ(statuses[i], tested_codec().decode(std::span(d.in).subspan(c.in_offset, c.in_bytes),
                                                   type, expected))
          << "chunk " << i;
      const auto begin = out.begin() + static_cast<std::ptrdiff_t>(c.out_offset);
      if (!test::is_damaged(i)) {
        EXPECT_TRUE(std::equal(begin, begin + c.out_bytes, expected.begin())) << "good chunk " << i;
      }
      for (auto b = begin + c.out_bytes; b != begin + test::damaged_chunk_bytes; ++b)
        ASSERT_EQ(*b, std::byte{0xee}) << "after the end of chunk " << i;
    }
  }

  parameter_values values_ = standard_values(GetParam().parameters);
};

TEST_P(on_gpu, gives_every_column_back) {
  for (const element_type type :
       {element_type::int8, element_type::uint16, element_type::int32, element_type::uint64})
    expect_round_trips(type);
}
TEST_P(on_gpu, gives_every_kind_of_symbol_back) {
  for (const element_type type : test::types_of_kinds(GetParam().codec)) {
    if (!GetParam().decodes(type)) continue;
    const test::column_of_kinds c = test::column_of_every_kind(GetParam().codec, type);
    std::vector<std::byte> out(c.out.size(), test::between_chunks);
    std::vector<status> statuses;
    decode(type, c.in, c.chunks, out, statuses);
    EXPECT_EQ(statuses, std::vector<status>(c.chunks.size(), status::ok)) << to_string(type);
    EXPECT_EQ(out, c.out) << to_string(type);
    test::kinds_met met(GetParam().codec, type);
    met.note(c.in, c.chunks);
    EXPECT_TRUE(met.every_kind());
  }
}
TEST_P(on_gpu, contains_corrupted_chunks) {
  expect_contained(element_type::int8);
  expect_contained(element_type::uint64);
}
TEST_P(on_gpu, runs_at_the_ends_of_its_limits) {
  for (const parameter_values& ends : test::ends_of_limits(GetParam().parameters)) {
    values_ = ends;
    expect_round_trips(element_type::int32);
  }
}
INSTANTIATE_EACH_VARIANT(on_gpu, cuda);

}  // namespace
}  // namespace codag
