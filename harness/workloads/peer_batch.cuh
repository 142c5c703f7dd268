// A batch of chunks for a peer on the GPU. Include from .cu files only.
#pragma once

#include <optional>
#include <vector>

#include "harness/measure/gpu/cuda_memory.cuh"
#include "harness/workloads/peer_work.hpp"

namespace codag::harness::cuda {

/// A batch whose arrays are in GPU memory.
class peer_batch {
 public:
  /// The pointers are to GPU memory.
  peer_batch(const chunked_column& column, const peer_use& use,
             const std::vector<const std::byte*>& in, const std::vector<std::size_t>& in_bytes,
             const std::vector<std::byte*>& out, const std::vector<std::size_t>& out_bytes,
             std::size_t (*workspace_bytes)(const codag_peer_batch*))
      : use_(use),
        out_sizes_(out_bytes),
        in_(in.size() * sizeof(void*)),
        in_bytes_(in.size() * sizeof(std::size_t)),
        out_(in.size() * sizeof(void*)),
        out_bytes_(in.size() * sizeof(std::size_t)),
        written_(in.size() * sizeof(std::size_t)),
        status_(in.size() * sizeof(std::int32_t)) {
    in_.copy_from(in.data());
    in_bytes_.copy_from(in_bytes.data());
    out_.copy_from(out.data());
    out_bytes_.copy_from(out_bytes.data());
    batch_ = sizes_of_batch(column.chunks, column.type, use);
    const std::size_t bytes = workspace_for(batch_, use, workspace_bytes);
    workspace_.emplace(bytes);
    batch_.in = reinterpret_cast<const void* const*>(in_.data());
    batch_.in_bytes = reinterpret_cast<const std::size_t*>(in_bytes_.data());
    batch_.out = reinterpret_cast<void* const*>(out_.data());
    batch_.out_bytes = reinterpret_cast<const std::size_t*>(out_bytes_.data());
    batch_.written = reinterpret_cast<std::size_t*>(written_.data());
    batch_.status = reinterpret_cast<std::int32_t*>(status_.data());
    batch_.workspace = workspace_->data();
    batch_.workspace_bytes = bytes;
  }

  /// Presets what the peer is to set, and the workspace.
  void reset() const {
    workspace_->fill(workspace_garbage);
    const std::vector<std::int32_t> untouched(out_sizes_.size(), CODAG_PEER_UNTOUCHED);
    status_.copy_from(untouched.data());
    written_.copy_from(out_sizes_.data());
  }
  void call(int (*function)(const codag_peer_batch*)) const {
    if (const int error = function(&batch_); error != 0)
      throw peer_error(*use_.peer.functions, error);
  }
  [[nodiscard]] std::uint64_t workspace_bytes() const { return workspace_->size(); }
  [[nodiscard]] std::vector<std::int32_t> status() const {
    std::vector<std::int32_t> all(out_sizes_.size());
    status_.copy_to(all.data());
    return all;
  }
  [[nodiscard]] std::vector<std::size_t> written() const {
    std::vector<std::size_t> all(out_sizes_.size());
    written_.copy_to(all.data());
    return all;
  }
  [[nodiscard]] bool guards_intact() const {
    return in_.guards_intact() && in_bytes_.guards_intact() && out_.guards_intact() &&
           out_bytes_.guards_intact() && written_.guards_intact() && status_.guards_intact() &&
           workspace_->guards_intact();
  }

 private:
  const peer_use& use_;
  std::vector<std::size_t> out_sizes_;
  guarded_memory in_, in_bytes_, out_, out_bytes_, written_, status_;
  std::optional<guarded_memory> workspace_;
  codag_peer_batch batch_{};
};

}  // namespace codag::harness::cuda
