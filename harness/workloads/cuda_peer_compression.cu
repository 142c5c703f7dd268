// Peers that compress on GPU 0.
#include <optional>
#include <vector>

#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/workloads/peer_batch.cuh"
#include "harness/workloads/peer_work.hpp"

namespace codag::harness::cuda {
namespace {

/// The chunks of a column, compressed one by one into memory of their own.
class compression {
 public:
  compression(std::span<const std::byte> raw, element_type type, std::uint32_t chunk_bytes,
              const peer_use& use)
      : use_(use),
        column_(uncompressed_chunks(raw, type, chunk_bytes, use)),
        room_(room_for_compressed(chunk_bytes, use)),
        in_(raw.size()),
        out_(column_.chunks.size() * room_) {
    in_.copy_from(raw.data());
    std::vector<const std::byte*> in;
    std::vector<std::byte*> out;
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < column_.chunks.size(); ++i) {
      in.push_back(in_.data() + column_.chunks[i].out_offset);
      out.push_back(out_.data() + i * room_);
      sizes.push_back(column_.chunks[i].out_bytes);
    }
    batch_.emplace(column_, use_, in, sizes, out, std::vector(out.size(), room_),
                   use_.functions().compress_workspace_bytes);
  }

  void poison() const {
    out_.fill(workspace_garbage);
    batch_->reset();
  }
  void run() const { batch_->call(use_.functions().compress); }
  /// Waits for the GPU. Throws as add_compressed() does.
  [[nodiscard]] chunked_column result() const {
    check_cuda(cudaDeviceSynchronize(), "compress");
    std::vector<std::byte> bytes(out_.size());
    out_.copy_to(bytes.data());
    chunked_column column = column_;
    add_compressed(column, bytes, room_, batch_->written(), batch_->status(), use_);
    return column;
  }
  [[nodiscard]] bool guards_intact() const {
    return in_.guards_intact() && out_.guards_intact() && batch_->guards_intact();
  }
  [[nodiscard]] std::uint64_t workspace_bytes() const { return batch_->workspace_bytes(); }

 private:
  const peer_use& use_;
  chunked_column column_;
  std::size_t room_;
  guarded_memory in_, out_;
  std::optional<peer_batch> batch_;
};

class gpu_peer_compression final : public peer_compression<gpu_workload, compression> {
 public:
  using peer_compression::peer_compression;
  /// A peer does not say which kernels it launches.
  std::optional<launch_facts> how_launched() override { return std::nullopt; }
};

}  // namespace

std::unique_ptr<workload> make_peer_compression(const decode_input& input, const peer_use& use) {
  return std::make_unique<gpu_peer_compression>(input, use, &cuda::make_peer_decode);
}

chunked_column compress_with_peer(std::span<const std::byte> raw, element_type type,
                                  std::uint32_t chunk_bytes, const peer_use& use) {
  const compression work(raw, type, chunk_bytes, use);
  work.poison();
  work.run();
  return work.result();
}

}  // namespace codag::harness::cuda
