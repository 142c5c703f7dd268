// verify() refuses every kind of wrong kernel: one that leaves a byte or a status as it was, one
// that writes a wrong byte, and one that writes beside any of its five buffers.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "codag/simt/cuda/launch_observer.cuh"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness::cuda {
namespace {

enum class fault {
  none,
  wrong_byte,
  unwritten_byte,
  unwritten_byte_the_second_time,
  unwritten_status,
  refused_chunk,
  before_in,
  after_in,
  before_out,
  after_out,
  before_chunks,
  after_chunks,
  before_statuses,
  after_statuses,
  before_workspace,
  after_workspace
};

constexpr std::uint64_t workspace_bytes = 100;

/// Whether a launch with `unwritten_byte_the_second_time` has been made.
__device__ bool written_once = false;

/// "Decodes" chunks that are not compressed, with one thread and one fault.
__global__ void copy_chunks(device_column column, std::byte* workspace, fault made) {
  const auto flip = [](const void* at, long long bytes) {
    auto* beside = static_cast<unsigned char*>(const_cast<void*>(at)) + bytes;
    *beside = static_cast<unsigned char>(~*beside);
  };
  for (unsigned c = 0; c < column.chunk_count; ++c) {
    const chunk& entry = column.chunks[c];
    for (unsigned i = 0; i < entry.out_bytes; ++i) {
      const bool last = entry.out_offset + i + 1 == column.out_bytes;
      const bool left_out = made == fault::unwritten_byte ||
                            (made == fault::unwritten_byte_the_second_time && written_once);
      if (!last || !left_out) column.out[entry.out_offset + i] = column.in[entry.in_offset + i];
    }
    const bool last = c + 1 == column.chunk_count;
    if (!last || made != fault::unwritten_status)
      column.statuses[c] =
          last && made == fault::refused_chunk ? status::malformed_symbol : status::ok;
  }
  if (made == fault::unwritten_byte_the_second_time) written_once = true;
  const auto in = static_cast<long long>(column.in_bytes);
  const auto out = static_cast<long long>(column.out_bytes);
  switch (made) {
    case fault::wrong_byte:
      return flip(column.out, out / 2);
    case fault::before_in:
      return flip(column.in, -1);
    case fault::after_in:
      return flip(column.in, in);
    case fault::before_out:
      return flip(column.out, -1);
    case fault::after_out:
      return flip(column.out, out);
    case fault::before_chunks:
      return flip(column.chunks, -1);
    case fault::after_chunks:
      return flip(column.chunks + column.chunk_count, 0);
    case fault::before_statuses:
      return flip(column.statuses, -1);
    case fault::after_statuses:
      return flip(column.statuses + column.chunk_count, 0);
    case fault::before_workspace:
      return flip(workspace, -1);
    case fault::after_workspace:
      return flip(workspace, workspace_bytes);
    default:
      return;
  }
}

/// The row of a kernel with one fault. It is not registered.
template <fault Made>
column_kernel row_with() {
  column_kernel row{.facts = {.codec = "copy", .variant = "faulty"}};
  row.cuda.launch = [](const device_column& column, const launch_choice& choice,
                       void* stream) -> int {
    if (choice.phase != phase::timed) return cudaSuccess;
    if (!simt::cuda::wanted({"copy_chunks", reinterpret_cast<const void*>(copy_chunks), {1, 1}},
                            nullptr))
      return cudaSuccess;
    copy_chunks<<<1, 1, 0, static_cast<cudaStream_t>(stream)>>>(column, choice.workspace, Made);
    return cudaGetLastError();
  };
  row.workspace_bytes = [](const device_column&, std::span<const std::uint64_t>) {
    return workspace_bytes;
  };
  return row;
}

class decode_on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
    original_.resize(3 * chunk_bytes);
    for (std::size_t i = 0; i < original_.size(); ++i) original_[i] = static_cast<std::byte>(i * 7);
    column_.bytes = original_;
    column_.raw_bytes = original_.size();
    for (std::uint64_t at = 0; at < original_.size(); at += chunk_bytes)
      column_.chunks.push_back({at, at, chunk_bytes, chunk_bytes});
  }

  template <fault Made>
  verification verified() {
    const column_kernel faulty = row_with<Made>();
    return make_decode({column_, original_}, faulty, {})->verify();
  }

  template <fault Made>
  void expect_refused(const std::string& reason) {
    const verification v = verified<Made>();
    EXPECT_FALSE(v.ok) << static_cast<int>(Made);
    EXPECT_EQ(v.reason, reason) << static_cast<int>(Made);
  }

  static constexpr std::uint32_t chunk_bytes = 1003;
  std::vector<std::byte> original_;
  chunked_column column_;
};

TEST_F(decode_on_gpu, a_right_kernel_is_verified) {
  const verification v = verified<fault::none>();
  EXPECT_TRUE(v.ok) << v.reason;
  EXPECT_EQ(v.chunk_status.at("ok"), 3u);
}

TEST_F(decode_on_gpu, a_wrong_or_unwritten_byte_is_refused) {
  expect_refused<fault::wrong_byte>("output differs from the original at byte 1504");
  expect_refused<fault::unwritten_byte>("output differs from the original at byte 3008");
}

// The right bytes of an earlier launch are poisoned.
TEST_F(decode_on_gpu, a_byte_that_only_an_earlier_launch_wrote_is_refused) {
  const column_kernel faulty = row_with<fault::unwritten_byte_the_second_time>();
  const auto work = make_decode({column_, original_}, faulty, {});
  EXPECT_TRUE(work->verify().ok);
  EXPECT_EQ(work->verify().reason, "output differs from the original at byte 3008");
}

TEST_F(decode_on_gpu, an_error_of_the_launch_is_thrown) {
  column_kernel refused = row_with<fault::none>();
  refused.cuda.launch = [](const device_column&, const launch_choice& choice, void*) -> int {
    return choice.phase == phase::timed ? cudaErrorInvalidConfiguration : cudaSuccess;
  };
  EXPECT_THROW(make_decode({column_, original_}, refused, {})->verify(), std::runtime_error);
}

TEST_F(decode_on_gpu, a_bad_or_unwritten_status_is_refused) {
  expect_refused<fault::refused_chunk>("chunk 2: malformed_symbol");
  expect_refused<fault::unwritten_status>("chunk 2: not_decoded");
}

TEST_F(decode_on_gpu, a_write_beside_any_buffer_is_refused) {
  const std::string reason = "bytes outside a buffer were written";
  expect_refused<fault::before_in>(reason);
  expect_refused<fault::after_in>(reason);
  expect_refused<fault::before_out>(reason);
  expect_refused<fault::after_out>(reason);
  expect_refused<fault::before_chunks>(reason);
  expect_refused<fault::after_chunks>(reason);
  expect_refused<fault::before_statuses>(reason);
  expect_refused<fault::after_statuses>(reason);
  expect_refused<fault::before_workspace>(reason);
  expect_refused<fault::after_workspace>(reason);
}

TEST_F(decode_on_gpu, every_verification_begins_anew) {
  const column_kernel good = row_with<fault::none>(), bad = row_with<fault::unwritten_byte>();
  EXPECT_TRUE(make_decode({column_, original_}, good, {})->verify().ok);
  // The driver may give the same memory again, with the right bytes still in it.
  EXPECT_FALSE(make_decode({column_, original_}, bad, {})->verify().ok);
}

TEST_F(decode_on_gpu, a_block_that_needs_more_shared_memory_than_there_is_cannot_run) {
  column_kernel greedy = row_with<fault::none>();
  greedy.cuda.launch = [](const device_column&, const launch_choice&, void*) -> int {
    EXPECT_FALSE(simt::cuda::wanted(
        {"greedy", reinterpret_cast<const void*>(copy_chunks), {1, 1, 1u << 20}}, nullptr));
    return cudaSuccess;
  };
  EXPECT_THROW(make_decode({column_, original_}, greedy, {}), cannot_run);
}

}  // namespace
}  // namespace codag::harness::cuda
