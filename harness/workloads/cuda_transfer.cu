// Decode and tile kernels on the GPU whose column is copied there, piece by piece.
#include "harness/workloads/cuda_transfer.cuh"

#include <algorithm>
#include <string>
#include <vector>

#include "harness/measure/gpu/gpu_verification.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/measure/gpu/pinned_memory.cuh"
#include "harness/measure/gpu/stream.cuh"
#include "harness/measure/transfer/pieces.hpp"

namespace codag::harness::cuda {
namespace {

/// The next multiple of the alignment that cudaMalloc has.
constexpr std::uint64_t aligned(std::uint64_t bytes) {
  constexpr std::uint64_t alignment = 256;
  return (bytes + alignment - 1) / alignment * alignment;
}

/// The pinned memory that a case needs; throws cannot_run if that is too much.
std::uint64_t pinned_bytes(const decode_input& input) {
  const std::uint64_t bytes = aligned(input.column.bytes.size()) +
                              aligned(input.column.chunks.size() * sizeof(chunk)) +
                              input.original.size();
  if (bytes > most_pinned_bytes)
    throw cannot_run("needs " + std::to_string(bytes) + " bytes of pinned host memory, more than " +
                     std::to_string(most_pinned_bytes) + "; use a smaller --size");
  return bytes;
}

class decode_with_transfer final : public transfer_workload {
 public:
  decode_with_transfer(const transfer_source& source, const transfer_spec& spec)
      : input_(source.input),
        row_(source.row),
        values_(source.values),
        resident_(source.resident),
        whole_(source.whole),
        piece_bytes_(spec.piece_bytes),
        pieces_(pieces_of(input_.column.chunks, piece_bytes_)),
        streams_(spec.streams),
        host_(pinned_bytes(input_)),
        chunks_(input_.column.chunks.size() * sizeof(chunk)),
        workspace_(place_workspaces()) {
    std::ranges::copy(input_.column.bytes, host_in());
    const std::vector<chunk> within = chunks_within(pieces_, input_.column.chunks);
    std::ranges::copy(std::as_bytes(std::span(within)), host_chunks());
    std::ranges::copy(input_.original, host_out());
  }

  void choose(transfer_run run) override { chosen_ = run; }

  [[nodiscard]] transfer_sizes sizes() const override {
    std::uint64_t in = chunks_.size();
    for (const piece& p : pieces_) in += p.in_bytes;
    return {.piece_bytes = piece_bytes_,
            .pieces = pieces_.size(),
            .streams = static_cast<unsigned>(streams_.size()),
            .in = in,
            .out = resident_.out.size()};
  }

  [[nodiscard]] std::string why_no_values() const override {
    return row_.check == nullptr ? "" : "the kernel's sink does not write the column's values";
  }

  void poison() override {
    // Nothing of an earlier run is left: no chunk, no value, no status.
    if (!expected_) expected_.emplace(input_.original);
    expected_->poison(resident_.out);
    resident_.in.fill(0xa5);
    chunks_.fill(0xff);
    workspace_.fill(workspace_garbage);
    const std::vector<status> statuses(input_.column.chunks.size(), status::not_decoded);
    resident_.statuses.copy_from(statuses.data());
    if (chosen_ == transfer_run::in_out) std::ranges::copy(poison_for(input_.original), host_out());
    each_piece([&](std::size_t i, const stream& on) { run_phase(i, phase::before, on); });
  }

  verification outcome() override {
    each_piece([&](std::size_t i, const stream& on) { run_phase(i, phase::after, on); });
    synchronize();
    std::vector<status> statuses(input_.column.chunks.size());
    resident_.statuses.copy_to(statuses.data());
    verification v = what_was_decoded(statuses);
    if (v.ok && !(resident_.guards_intact() && chunks_.guards_intact() &&
                  workspace_.guards_intact() && host_.guards_intact()))
      v = outside_write();
    return v;
  }

  void launch() override {
    switch (chosen_) {
      case transfer_run::none:
        return whole_.launch();
      case transfer_run::in:
        return run_pieces({.in = true, .decode = true});
      case transfer_run::in_out:
        return run_pieces({.in = true, .decode = true, .out = true});
      case transfer_run::copy_in:
        return run_pieces({.in = true});
      case transfer_run::decode:
        return run_pieces({.decode = true});
      case transfer_run::copy_out:
        return run_pieces({.out = true});
      case transfer_run::link_in:
      case transfer_run::link_out:
      case transfer_run::link_both:
        return run_link(sizes().copied_by(chosen_));
    }
  }

  void synchronize() override { check_cuda(cudaDeviceSynchronize(), "transfer"); }

  double timed_launch() override {
    start_.record();
    launch();
    stop_.record();
    const double seconds = stop_.seconds_since(start_);
    synchronize();
    return seconds;
  }

 private:
  struct stages {
    bool in = false, decode = false, out = false;
  };

  [[nodiscard]] std::byte* host_in() const { return host_.data(); }
  [[nodiscard]] std::byte* host_chunks() const { return host_in() + aligned(resident_.in.size()); }
  [[nodiscard]] std::byte* host_out() const { return host_chunks() + aligned(chunks_.size()); }

  /// Finds each piece's place in the workspace. Every piece has its own, so that none waits for
  /// another. Returns the bytes of all: the guards follow the last one's last byte.
  std::uint64_t place_workspaces() {
    std::uint64_t end = 0;
    for (const piece& p : pieces_) {
      workspaces_.push_back(aligned(end));
      end = workspaces_.back() + bytes_of_workspace(p);
    }
    return end;
  }

  [[nodiscard]] std::uint64_t bytes_of_workspace(const piece& p) const {
    return row_.workspace_bytes == nullptr ? 0 : row_.workspace_bytes(view(p), values_);
  }

  /// A piece as a column of its own, at its place in the memory of the whole.
  [[nodiscard]] device_column view(const piece& p) const {
    return {resident_.in.data() + p.in_begin,
            p.in_bytes,
            resident_.out.data() + p.out_begin,
            p.out_bytes,
            reinterpret_cast<const chunk*>(chunks_.data()) + p.first_chunk,
            p.chunk_count,
            reinterpret_cast<status*>(resident_.statuses.data()) + p.first_chunk};
  }

  [[nodiscard]] launch_choice choice(std::size_t piece, phase p) const {
    return {input_.column.type, values_, workspace_.data() + workspaces_[piece], p};
  }

  /// Calls use(index, stream) for each piece; the streams take turns.
  template <class Use>
  void each_piece(const Use& use) const {
    for (std::size_t i = 0; i < pieces_.size(); ++i) use(i, streams_[i % streams_.size()]);
  }

  void run_pieces(stages asked) const {
    each_piece([&](std::size_t i, const stream& on) {
      const piece& p = pieces_[i];
      if (asked.in) copy_in(p, on);
      if (asked.decode) run_phase(i, phase::timed, on);
      if (asked.out)
        on.copy(host_out() + p.out_begin, resident_.out.data() + p.out_begin, p.out_bytes,
                cudaMemcpyDeviceToHost);
    });
  }

  void copy_in(const piece& p, const stream& on) const {
    on.copy(resident_.in.data() + p.in_begin, host_in() + p.in_begin, p.in_bytes,
            cudaMemcpyHostToDevice);
    const std::uint64_t begin = p.first_chunk * sizeof(chunk);
    on.copy(chunks_.data() + begin, host_chunks() + begin, p.chunk_count * sizeof(chunk),
            cudaMemcpyHostToDevice);
  }

  void run_phase(std::size_t i, phase p, const stream& on) const {
    check_cuda(static_cast<cudaError_t>(row_.cuda.launch(view(pieces_[i]), choice(i, p), on.get())),
               "launch");
  }

  /// Copies uncompressed bytes: first those to the GPU, then, from after them, those back.
  void run_link(const copied_bytes& bytes) const {
    if (bytes.in > 0)
      link_in_.copy(resident_.out.data(), host_out(), bytes.in, cudaMemcpyHostToDevice);
    if (bytes.out > 0)
      link_out_.copy(host_out() + bytes.in, resident_.out.data() + bytes.in, bytes.out,
                     cudaMemcpyDeviceToHost);
  }

  [[nodiscard]] verification what_was_decoded(std::span<const status> statuses) const {
    if (row_.check != nullptr) return outcome_of(why_wrong(), statuses);
    if (chosen_ == transfer_run::in_out)
      return check(input_.original, {host_out(), input_.original.size()}, statuses);
    return outcome_of(expected_->first_difference(resident_.out), statuses);
  }

  /// What the row's own check says of the pieces.
  [[nodiscard]] std::string why_wrong() const {
    std::vector<std::byte> out(resident_.out.size()), workspace(workspace_.size());
    resident_.out.copy_to(out.data());
    workspace_.copy_to(workspace.data());
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const piece& p = pieces_[i];
      const std::string why =
          row_.check({std::span(out).subspan(p.out_begin, p.out_bytes),
                      std::span(workspace).subspan(workspaces_[i], bytes_of_workspace(p))},
                     choice(i, phase::timed), input_.original.subspan(p.out_begin, p.out_bytes));
      if (!why.empty()) return "piece " + std::to_string(i) + ": " + why;
    }
    return {};
  }

  const decode_input& input_;
  const column_kernel& row_;
  const parameter_values& values_;
  const resident_column& resident_;
  workload& whole_;
  std::uint64_t piece_bytes_;
  std::vector<piece> pieces_;
  std::vector<stream> streams_;
  stream link_in_, link_out_;
  pinned_memory host_;  // the compressed chunks, the pieces' chunk tables, the values
  guarded_memory chunks_;
  std::vector<std::uint64_t> workspaces_;  // before workspace_, which is made of it
  guarded_memory workspace_;
  std::optional<expected_output> expected_;  // from the first poison() on
  event start_, stop_;
  transfer_run chosen_ = transfer_run::none;
};

}  // namespace

std::unique_ptr<transfer_workload> make_transfer(const transfer_source& source,
                                                 const transfer_spec& spec) {
  return std::make_unique<decode_with_transfer>(source, spec);
}

}  // namespace codag::harness::cuda
