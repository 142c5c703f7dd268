// Peers on GPU 0.
#include <optional>
#include <vector>

#include "harness/measure/gpu/gpu_verification.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/peers/chunk_layout.hpp"
#include "harness/workloads/peer_work.hpp"

namespace codag::harness::cuda {
namespace {

/// A batch whose arrays are in GPU memory.
class resident_batch {
 public:
  /// The pointers are to GPU memory.
  resident_batch(const chunked_column& column, const peer_use& use,
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
    batch_ = sizes_of_batch(column, use);
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

class gpu_peer final : public gpu_workload, public peer_workload {
 public:
  gpu_peer(const decode_input& input, const peer_use& use)
      : input_(input),
        use_(use),
        layout_(lay_out(input.column, input.original, use_.facts())),
        in_(layout_.bytes.size()),
        out_(input.original.size()) {
    in_.copy_from(layout_.bytes.data());
    std::vector<const std::byte*> in;
    std::vector<std::byte*> out;
    std::vector<std::size_t> out_bytes;
    for (std::size_t i = 0; i < input.column.chunks.size(); ++i) {
      in.push_back(in_.data() + layout_.at[i]);
      out.push_back(out_.data() + input.column.chunks[i].out_offset);
      out_bytes.push_back(input.column.chunks[i].out_bytes);
    }
    batch_.emplace(input.column, use_, in, layout_.sizes, out, out_bytes,
                   use_.functions().workspace_bytes);
    layout_.bytes = {};  // it is on the GPU now
  }

  void poison() override {
    if (!expected_) expected_.emplace(input_.original);
    expected_->poison(out_);
    batch_->reset();
  }
  verification outcome() override {
    return verification_of(what_was_decoded(), input_.column, *use_.peer.functions);
  }
  void launch() override { batch_->call(use_.functions().decode); }

  peer_outcome decode_once() override {
    poison();
    launch();
    return what_was_decoded();
  }
  [[nodiscard]] const std::string& changes() const override { return layout_.changes; }

  /// A peer does not say which kernels it launches.
  std::optional<launch_facts> how_launched() override { return std::nullopt; }
  [[nodiscard]] std::uint64_t workspace_bytes() const override { return batch_->workspace_bytes(); }

 private:
  peer_outcome what_was_decoded() {
    synchronize();
    return {
        .status = batch_->status(),
        .written = batch_->written(),
        .first_wrong = expected_->first_difference(out_),
        .guards_intact = in_.guards_intact() && out_.guards_intact() && batch_->guards_intact()};
  }

  decode_input input_;
  peer_use use_;
  chunk_layout layout_;
  guarded_memory in_, out_;
  std::optional<resident_batch> batch_;
  std::optional<expected_output> expected_;  // from the first poison() on
};

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
  std::optional<resident_batch> batch_;
};

class gpu_peer_compression final : public peer_compression<gpu_workload, compression> {
 public:
  using peer_compression::peer_compression;
  /// A peer does not say which kernels it launches.
  std::optional<launch_facts> how_launched() override { return std::nullopt; }
};

}  // namespace

prepared_peer make_peer_decode(const decode_input& input, const peer_use& use) {
  check_peer_takes(input.column, use);
  auto made = std::make_unique<gpu_peer>(input, use);
  peer_workload* peer = made.get();
  return {std::move(made), peer};
}

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
