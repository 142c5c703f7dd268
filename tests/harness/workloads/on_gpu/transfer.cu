// A column that is copied to the GPU piece by piece: every kernel decodes it, and verify() refuses
// what is wrong on the GPU or on the host. The tests are skipped where there is no GPU.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "codag/simt/cuda/launch_observer.cuh"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/transfer/transfer.hpp"
#include "harness/workloads/workloads.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/each_variant.hpp"

namespace codag::harness::cuda {
namespace {

verification verified(workload& whole, const transfer_spec& spec, transfer_run run) {
  const auto transfer = whole.transfer(spec);
  transfer->choose(run);
  return transfer->verify();
}

class every_kernel : public testing::TestWithParam<variant_facts> {
 protected:
  void SetUp() override {
    if (const auto why = why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
  }
};

TEST_P(every_kernel, decodes_by_pieces) {
  const element_type type =
      GetParam().codec.starts_with("gompresso") ? element_type::uint8 : element_type::int32;
  if (!GetParam().decodes(type)) GTEST_SKIP() << "not of this type";
  const column_kernel& row = *find_row(column_kernels(), GetParam().codec, GetParam().variant);
  const codec& codec = *find_codec(GetParam().codec);
  const parameter_values values = standard_values(GetParam().parameters);
  const auto columns = test::adversarial_columns(type, 30'000, 3);
  for (std::size_t i = 0; i < columns.size(); i += 5) {
    const test::named_column& column = columns[i];
    const chunked_column compressed = compress(codec, column.bytes, type, 4096);
    const auto whole = make_decode({compressed, column.bytes}, row, values);
    for (const transfer_spec spec : {transfer_spec{4096, 1, true}, transfer_spec{10'000, 2, true},
                                     transfer_spec{1 << 20, 3, true}}) {
      const auto transfer = whole->transfer(spec);
      const bool stores = transfer->why_no_values().empty();
      EXPECT_EQ(stores, row.check == nullptr);
      for (const transfer_run run : {transfer_run::in, transfer_run::in_out}) {
        if (run == transfer_run::in_out && !stores) continue;
        transfer->choose(run);
        const verification v = transfer->verify();
        EXPECT_TRUE(v.ok) << column.name << ", " << spec.piece_bytes << ": " << v.reason;
      }
    }
    EXPECT_TRUE(whole->verify().ok) << "the column is on the GPU again";
  }
}

std::vector<variant_facts> with_a_cuda_form() {
  std::vector<variant_facts> all;
  for (const column_kernel& row : column_kernels())
    if (row.cuda.launch != nullptr) all.push_back(row.facts);
  return all;
}
INSTANTIATE_TEST_SUITE_P(, every_kernel, testing::ValuesIn(with_a_cuda_form()), test::test_name);

enum class copy_fault { none, wrong_byte, unwritten_byte, refused_chunk, after_workspace };

constexpr std::uint64_t copy_workspace_bytes = 100;

/// "Decodes" the chunks of a piece, which are not compressed. The fault is in the column's last
/// chunk, which alone is one byte shorter.
template <copy_fault made>
__global__ void copy_piece(device_column column, std::byte* workspace) {
  for (unsigned c = 0; c < column.chunk_count; ++c) {
    const chunk& entry = column.chunks[c];
    const bool last = entry.out_bytes % 2 == 1;
    std::byte* const out = column.out + entry.out_offset;
    for (unsigned i = 0; i < entry.out_bytes; ++i)
      if (made != copy_fault::unwritten_byte || !last || i != 0)
        out[i] = column.in[entry.in_offset + i];
    if (made == copy_fault::wrong_byte && last) out[0] = std::byte{0};
    column.statuses[c] =
        made == copy_fault::refused_chunk && last ? status::malformed_symbol : status::ok;
    if (made == copy_fault::after_workspace && last) workspace[copy_workspace_bytes] = std::byte{0};
  }
}

template <copy_fault made>
column_kernel copying_row() {
  column_kernel row{.facts = {.codec = "copy", .variant = "faulty"}};
  row.cuda.launch = [](const device_column& column, const launch_choice& choice,
                       void* stream) -> int {
    if (choice.phase != phase::timed) return cudaSuccess;
    if (!simt::cuda::wanted({"copy_piece", reinterpret_cast<const void*>(copy_piece<made>), {1, 1}},
                            nullptr))
      return cudaSuccess;
    copy_piece<made><<<1, 1, 0, static_cast<cudaStream_t>(stream)>>>(column, choice.workspace);
    return cudaGetLastError();
  };
  row.workspace_bytes = [](const device_column&, std::span<const std::uint64_t>) {
    return copy_workspace_bytes;
  };
  return row;
}

class transfer_on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
    original_.assign(chunks * chunk_bytes - 1, std::byte{1});
    for (std::size_t i = 0; i < original_.size(); ++i)
      original_[i] = static_cast<std::byte>(1 + i % 251);
    column_.bytes = original_;
    column_.raw_bytes = original_.size();
    for (std::uint32_t c = 0; c < chunks; ++c)
      column_.chunks.push_back({std::uint64_t{c} * chunk_bytes, std::uint64_t{c} * chunk_bytes,
                                chunk_bytes - (c + 1 == chunks ? 1 : 0),
                                chunk_bytes - (c + 1 == chunks ? 1 : 0)});
  }

  template <copy_fault made>
  std::unique_ptr<workload> decoding() {
    static const column_kernel row = copying_row<made>();
    static const parameter_values none;
    return make_decode({column_, original_}, row, none);
  }

  template <copy_fault made>
  void expect_refused(const std::string& reason) {
    const auto whole = decoding<made>();
    for (const transfer_run run : {transfer_run::in, transfer_run::in_out}) {
      const verification v = verified(*whole, by_pieces, run);
      EXPECT_FALSE(v.ok);
      EXPECT_EQ(v.reason, reason) << to_string(run);
    }
  }

  static constexpr std::uint32_t chunks = 5, chunk_bytes = 1024;
  static constexpr transfer_spec by_pieces{.piece_bytes = 2 * chunk_bytes};
  std::vector<std::byte> original_;
  chunked_column column_;
};

TEST_F(transfer_on_gpu, a_right_kernel_is_verified) {
  const auto whole = decoding<copy_fault::none>();
  for (const transfer_run run : {transfer_run::in, transfer_run::in_out}) {
    const verification v = verified(*whole, by_pieces, run);
    EXPECT_TRUE(v.ok) << v.reason;
    EXPECT_EQ(v.chunk_status.at("ok"), chunks);
  }
}

TEST_F(transfer_on_gpu, a_wrong_or_unwritten_byte_is_refused) {
  expect_refused<copy_fault::wrong_byte>("output differs from the original at byte 4096");
  expect_refused<copy_fault::unwritten_byte>("output differs from the original at byte 4096");
}

TEST_F(transfer_on_gpu, a_status_and_a_write_outside_are_refused) {
  expect_refused<copy_fault::refused_chunk>("chunk 4: malformed_symbol");
  expect_refused<copy_fault::after_workspace>("bytes outside a buffer were written");
}

TEST_F(transfer_on_gpu, the_sizes_are_those_of_the_pieces) {
  const auto whole = decoding<copy_fault::none>();
  const transfer_sizes sizes = whole->transfer(by_pieces)->sizes();
  EXPECT_EQ(sizes.piece_bytes, 2u * chunk_bytes);
  EXPECT_EQ(sizes.pieces, 3u);
  EXPECT_EQ(sizes.streams, 2u);
  EXPECT_EQ(sizes.in, original_.size() + chunks * sizeof(chunk));
  EXPECT_EQ(sizes.out, original_.size());
}

TEST_F(transfer_on_gpu, every_run_takes_its_time) {
  const auto whole = decoding<copy_fault::none>();
  const auto transfer = whole->transfer(by_pieces);
  const transfer_facts facts = measure_transfer(
      *transfer, by_pieces, {.warmup = 0, .min_samples = 2, .max_samples = 2}, "case");
  for (const transfer_run run : all_transfer_runs)
    EXPECT_GT(facts.runs.at(run).median, 0) << to_string(run);
  EXPECT_TRUE(whole->verify().ok);
}

/// The times of large copies: what waits for nothing would take microseconds.
TEST_F(transfer_on_gpu, a_runs_time_has_all_of_its_copies) {
  original_.resize(std::size_t{64} << 20);
  column_.bytes = original_;
  column_.raw_bytes = original_.size();
  column_.chunks.clear();
  for (std::uint64_t at = 0; at < original_.size(); at += 1 << 20)
    column_.chunks.push_back({at, at, 1 << 20, 1 << 20});
  const auto whole = decoding<copy_fault::none>();
  const auto transfer = whole->transfer({.piece_bytes = 4 << 20});
  const auto least = [&](transfer_run run) {
    transfer->choose(run);
    double seconds = transfer->run(false).seconds;
    for (int i = 0; i < 4; ++i) seconds = std::min(seconds, transfer->run(false).seconds);
    return seconds;
  };
  // No link of a GPU copies more than 1 TB/s.
  for (const transfer_run run : {transfer_run::copy_in, transfer_run::copy_out,
                                 transfer_run::link_in, transfer_run::link_out})
    EXPECT_GT(least(run), 64e-6) << to_string(run);
  EXPECT_GT(least(transfer_run::link_both), 32e-6);
}

TEST_F(transfer_on_gpu, memory_that_cannot_be_pinned_is_a_reason) {
  const auto why = why_not_pinned(std::uint64_t{1} << 50);
  ASSERT_TRUE(why);
  EXPECT_NE(why->find("cannot pin 1125899906842624 bytes"), std::string::npos) << *why;
  EXPECT_EQ(why_not_pinned(4096), std::nullopt) << "the error is over";
}

}  // namespace
}  // namespace codag::harness::cuda
