// Peers that decode on GPU 0.
#include <optional>
#include <vector>

#include "harness/measure/gpu/gpu_verification.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/peers/chunk_layout.hpp"
#include "harness/workloads/cuda_transfer.cuh"
#include "harness/workloads/peer_batch.cuh"
#include "harness/workloads/peer_work.hpp"

namespace codag::harness::cuda {
namespace {

/// A peer that decodes a resident column piece by piece: a batch for each piece.
class peer_pieces final : public piece_decoder {
 public:
  /// The memory and `use` are kept as references.
  peer_pieces(const chunked_column& column, const peer_use& use, const chunk_layout& layout,
              const guarded_memory& in, const guarded_memory& out, std::uint64_t piece_bytes)
      : use_(use),
        column_(column),
        in_(in),
        out_(out),
        chunks_(laid_out(column, layout)),
        pieces_(pieces_of(chunks_, piece_bytes)),
        table_(words_per_chunk * chunks_.size()),
        gpu_table_(table_.size() * sizeof(std::uint64_t)),
        written_(chunks_.size() * sizeof(std::size_t)),
        status_(chunks_.size() * sizeof(std::int32_t)),
        workspaces_(pieces_, [this](const piece& p) {
          return workspace_for(sizes_of(p), use_, use_.functions().workspace_bytes);
        }) {
    for (std::size_t i = 0; i < pieces_.size(); ++i) batches_.push_back(batch_of(i));
  }

  [[nodiscard]] memory on_gpu() const override { return {in_, gpu_table_, out_}; }
  [[nodiscard]] const std::vector<piece>& pieces() const override { return pieces_; }
  [[nodiscard]] std::span<const std::byte> table() const override {
    return std::as_bytes(std::span(table_));
  }

  void decode(std::size_t piece, const stream& on) override {
    codag_peer_batch batch = batches_[piece];
    batch.stream = on.get();
    if (const int error = use_.functions().decode(&batch); error != 0)
      throw peer_error(*use_.peer.functions, error);
  }
  void reset() override {
    workspaces_.memory().fill(workspace_garbage);
    status_.copy_from(std::vector(chunks_.size(), CODAG_PEER_UNTOUCHED).data());
    std::vector<std::size_t> sizes;
    for (const chunk& c : chunks_) sizes.push_back(c.out_bytes);
    written_.copy_from(sizes.data());
  }
  verification outcome(std::optional<std::size_t> first_wrong) override {
    peer_outcome found{.status = std::vector<std::int32_t>(chunks_.size()),
                       .written = std::vector<std::size_t>(chunks_.size()),
                       .first_wrong = first_wrong,
                       .guards_intact = in_.guards_intact() && out_.guards_intact() &&
                                        gpu_table_.guards_intact() && written_.guards_intact() &&
                                        status_.guards_intact() &&
                                        workspaces_.memory().guards_intact()};
    status_.copy_to(found.status.data());
    written_.copy_to(found.written.data());
    return verification_of(found, column_, *use_.peer.functions);
  }

 private:
  // A batch has four arrays of pointers and sizes. Those of a piece follow each other, so that one
  // copy brings them.
  static constexpr std::size_t words_per_chunk = 4;
  static_assert(sizeof(void*) == sizeof(std::uint64_t) &&
                sizeof(std::size_t) == sizeof(std::uint64_t));

  static std::vector<chunk> laid_out(const chunked_column& column, const chunk_layout& layout) {
    std::vector<chunk> chunks = column.chunks;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      chunks[i].in_offset = layout.at[i];
      chunks[i].in_bytes = static_cast<std::uint32_t>(layout.sizes[i]);
    }
    return chunks;
  }

  [[nodiscard]] std::span<const chunk> chunks_in(const piece& p) const {
    return std::span(chunks_).subspan(p.first_chunk, p.chunk_count);
  }
  [[nodiscard]] codag_peer_batch sizes_of(const piece& p) const {
    return sizes_of_batch(chunks_in(p), column_.type, use_);
  }

  /// The batch of a piece, whose part of the table it writes.
  codag_peer_batch batch_of(std::size_t i) {
    const piece& p = pieces_[i];
    const std::size_t begin = words_per_chunk * p.first_chunk;
    std::uint64_t* word = table_.data() + begin;
    for (const chunk& c : chunks_in(p))
      *word++ = reinterpret_cast<std::uint64_t>(in_.data() + c.in_offset);
    for (const chunk& c : chunks_in(p)) *word++ = c.in_bytes;
    for (const chunk& c : chunks_in(p))
      *word++ = reinterpret_cast<std::uint64_t>(out_.data() + c.out_offset);
    for (const chunk& c : chunks_in(p)) *word++ = c.out_bytes;
    const auto* const on_gpu = reinterpret_cast<std::uint64_t*>(gpu_table_.data()) + begin;
    const auto array = [&](std::size_t number) { return on_gpu + number * p.chunk_count; };
    codag_peer_batch batch = sizes_of(p);
    batch.in = reinterpret_cast<const void* const*>(array(0));
    batch.in_bytes = reinterpret_cast<const std::size_t*>(array(1));
    batch.out = reinterpret_cast<void* const*>(array(2));
    batch.out_bytes = reinterpret_cast<const std::size_t*>(array(3));
    batch.written = reinterpret_cast<std::size_t*>(written_.data()) + p.first_chunk;
    batch.status = reinterpret_cast<std::int32_t*>(status_.data()) + p.first_chunk;
    batch.workspace = workspaces_.data(i);
    batch.workspace_bytes = workspaces_.size(i);
    return batch;
  }

  const peer_use& use_;
  const chunked_column& column_;
  const guarded_memory &in_, &out_;
  std::vector<chunk> chunks_;  // as they lie for the peer
  std::vector<piece> pieces_;
  std::vector<std::uint64_t> table_;
  guarded_memory gpu_table_, written_, status_;
  piece_workspaces workspaces_;
  std::vector<codag_peer_batch> batches_;  // without a stream
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
  std::unique_ptr<transfer_workload> transfer(const transfer_spec& spec) override {
    return make_transfer(
        std::make_unique<peer_pieces>(input_.column, use_, layout_, in_, out_, spec.piece_bytes),
        input_.original, *this, spec);
  }

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
  std::optional<peer_batch> batch_;
  std::optional<expected_output> expected_;  // from the first poison() on
};

}  // namespace

prepared_peer make_peer_decode(const decode_input& input, const peer_use& use) {
  check_peer_takes(input.column, use);
  auto made = std::make_unique<gpu_peer>(input, use);
  peer_workload* peer = made.get();
  return {std::move(made), peer};
}

}  // namespace codag::harness::cuda
