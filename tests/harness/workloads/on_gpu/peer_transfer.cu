// A peer whose column is copied to the GPU piece by piece: every piece is a batch of its own, and
// verify() refuses what is wrong on the GPU or on the host. The tests are skipped where there is no
// GPU.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/transfer/transfer_spec.hpp"
#include "harness/measure/transfer/transfer_workload.hpp"
#include "harness/workloads/peer_work.hpp"

namespace codag::harness::cuda {
namespace {

enum class batch_fault {
  none,
  wrong_byte,
  untouched_status,
  short_output,
  after_workspace,
  default_stream
};

constexpr std::size_t batch_workspace_bytes = 100;

/// "Decodes" chunks that are not compressed. The fault is in the column's last chunk, which alone
/// has an odd size.
template <batch_fault made>
__global__ void copy_batch(codag_peer_batch batch) {
  for (std::size_t c = 0; c < batch.chunks; ++c) {
    const bool last = batch.out_bytes[c] % 2 == 1;
    const auto* const in = static_cast<const std::byte*>(batch.in[c]);
    auto* const out = static_cast<std::byte*>(batch.out[c]);
    for (std::size_t i = 0; i < batch.in_bytes[c]; ++i) out[i] = in[i];
    if (made == batch_fault::wrong_byte && last) out[0] = std::byte{0};
    batch.written[c] = batch.out_bytes[c] - (made == batch_fault::short_output && last ? 1 : 0);
    if (made != batch_fault::untouched_status || !last) batch.status[c] = 0;
    if (made == batch_fault::after_workspace && last)
      static_cast<std::byte*>(batch.workspace)[batch_workspace_bytes] = std::byte{0};
  }
}

template <batch_fault made>
int decode_batch(const codag_peer_batch* batch) {
  cudaStream_t stream = made == batch_fault::default_stream ? nullptr : batch->stream;
  copy_batch<made><<<1, 1, 0, stream>>>(*batch);
  return cudaGetLastError();
}

std::size_t asked_workspace(const codag_peer_batch* batch) {
  return batch->in == nullptr ? batch_workspace_bytes : 0;  // only its sizes are known
}

template <batch_fault made>
const loaded_peer& copying_peer(std::uint32_t alignment) {
  static const codag_peer_decoder decoder{.codec = "stored",
                                          .variant = "copy",
                                          .element_types = CODAG_PEER_ALL_TYPES,
                                          .workspace_bytes = asked_workspace,
                                          .decode = decode_batch<made>};
  static const codag_peer functions{.name = "copier",
                                    .version = "1",
                                    .licence = "none",
                                    .memory = CODAG_PEER_CUDA,
                                    .decoders = &decoder,
                                    .decoder_count = 1};
  static loaded_peer peer{&functions, {}};
  peer.facts = {
      .name = "copier", .on_gpu = true, .decoders = {{.codec = "stored", .variant = "copy"}}};
  peer.facts.decoders[0].element_types = CODAG_PEER_ALL_TYPES;
  peer.facts.decoders[0].compressed_alignment = alignment;
  return peer;
}

class peer_transfer_on_gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = why_no_gpu()) GTEST_SKIP() << "no GPU: " << *why;
    original_.resize(chunks * chunk_bytes - 1);
    for (std::size_t i = 0; i < original_.size(); ++i)
      original_[i] = static_cast<std::byte>(1 + i % 251);
    column_.type = element_type::uint8;
    column_.chunk_bytes = chunk_bytes;
    column_.bytes.assign(1, std::byte{0});  // no chunk is aligned
    column_.bytes.insert(column_.bytes.end(), original_.begin(), original_.end());
    column_.raw_bytes = original_.size();
    for (std::uint32_t c = 0; c < chunks; ++c) {
      const std::uint32_t bytes = chunk_bytes - (c + 1 == chunks ? 1 : 0);
      column_.chunks.push_back(
          {1 + std::uint64_t{c} * chunk_bytes, std::uint64_t{c} * chunk_bytes, bytes, bytes});
    }
  }

  template <batch_fault made>
  std::unique_ptr<workload> decoding(std::uint32_t alignment = 1) {
    return make_peer_decode({column_, original_}, {copying_peer<made>(alignment), 0, {}}).work;
  }

  template <batch_fault made>
  void expect_refused(const std::string& reason) {
    const auto whole = decoding<made>();
    for (const transfer_run run : {transfer_run::in, transfer_run::in_out}) {
      const auto transfer = whole->transfer(by_pieces);
      transfer->choose(run);
      const verification v = transfer->verify();
      EXPECT_FALSE(v.ok);
      EXPECT_EQ(v.reason, reason) << to_string(run);
    }
  }

  static constexpr std::uint32_t chunks = 5, chunk_bytes = 1024;
  static constexpr transfer_spec by_pieces{.piece_bytes = 2 * chunk_bytes};
  std::vector<std::byte> original_;
  chunked_column column_;
};

TEST_F(peer_transfer_on_gpu, each_piece_is_a_batch) {
  for (const std::uint32_t alignment : {1u, 8u}) {
    const auto whole = decoding<batch_fault::none>(alignment);
    for (const transfer_spec spec :
         {transfer_spec{chunk_bytes, 1, true}, by_pieces, transfer_spec{1 << 20, 3, true}}) {
      const auto transfer = whole->transfer(spec);
      for (const transfer_run run : {transfer_run::in, transfer_run::in_out}) {
        transfer->choose(run);
        const verification v = transfer->verify();
        EXPECT_TRUE(v.ok) << alignment << ", " << spec.piece_bytes << ": " << v.reason;
        EXPECT_EQ(v.chunk_status.at("ok"), chunks);
      }
    }
    EXPECT_TRUE(whole->verify().ok) << "the column is on the GPU again";
  }
}

TEST_F(peer_transfer_on_gpu, a_peer_that_uses_the_default_stream_is_right) {
  const auto whole = decoding<batch_fault::default_stream>();
  const auto transfer = whole->transfer(by_pieces);
  transfer->choose(transfer_run::in_out);
  EXPECT_TRUE(transfer->verify().ok);
}

TEST_F(peer_transfer_on_gpu, what_is_wrong_is_refused) {
  expect_refused<batch_fault::wrong_byte>("byte 4096 of the output is wrong");
  expect_refused<batch_fault::untouched_status>("chunk 4 is not_decoded");
  expect_refused<batch_fault::short_output>("chunk 4 has 1022 bytes of 1023");
  expect_refused<batch_fault::after_workspace>("bytes outside a buffer were written");
}

TEST_F(peer_transfer_on_gpu, the_sizes_are_those_of_the_pieces) {
  const auto whole = decoding<batch_fault::none>();
  const transfer_sizes sizes = whole->transfer(by_pieces)->sizes();
  EXPECT_EQ(sizes.pieces, 3u);
  EXPECT_EQ(sizes.in, original_.size() + chunks * 4 * sizeof(std::uint64_t));
  EXPECT_EQ(sizes.out, original_.size());
}

}  // namespace
}  // namespace codag::harness::cuda
