// Decode and tile kernels on the GPU.
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/gpu/gpu_verification.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"
#include "harness/workloads/cuda_transfer.cuh"
#include "harness/workloads/no_form.hpp"
#include "harness/workloads/resident_column.cuh"
#include "harness/workloads/shared_memory_limit.cuh"

namespace codag::harness::cuda {
namespace {

/// A kernel that decodes a resident column piece by piece, each as a column of its own at its place
/// in the memory of the whole.
class kernel_pieces final : public piece_decoder {
 public:
  /// Everything is kept as a reference.
  kernel_pieces(const decode_input& input, const column_kernel& row, const parameter_values& values,
                const resident_column& resident, std::uint64_t piece_bytes)
      : input_(input),
        row_(row),
        values_(values),
        resident_(resident),
        pieces_(pieces_of(input.column.chunks, piece_bytes)),
        chunks_(chunks_within(pieces_, input.column.chunks)),
        table_(chunks_.size() * sizeof(chunk)),
        workspaces_(pieces_, [this](const piece& p) -> std::uint64_t {
          return row_.workspace_bytes == nullptr ? 0 : row_.workspace_bytes(view(p), values_);
        }) {}

  [[nodiscard]] memory on_gpu() const override { return {resident_.in, table_, resident_.out}; }
  [[nodiscard]] const std::vector<piece>& pieces() const override { return pieces_; }
  [[nodiscard]] std::span<const std::byte> table() const override {
    return std::as_bytes(std::span(chunks_));
  }
  [[nodiscard]] std::string why_no_values() const override {
    return row_.check == nullptr ? "" : "the kernel's sink does not write the column's values";
  }

  void decode(std::size_t piece, const stream& on) override {
    run_phase(piece, phase::timed, on.get());
  }
  void reset() override {
    workspaces_.memory().fill(workspace_garbage);
    const std::vector<status> statuses(chunks_.size(), status::not_decoded);
    resident_.statuses.copy_from(statuses.data());
    for (std::size_t i = 0; i < pieces_.size(); ++i) run_phase(i, phase::before);
  }
  void complete() override {
    for (std::size_t i = 0; i < pieces_.size(); ++i) run_phase(i, phase::after);
  }
  verification outcome(std::optional<std::size_t> first_wrong) override {
    std::vector<status> statuses(chunks_.size());
    resident_.statuses.copy_to(statuses.data());
    verification v = row_.check == nullptr ? outcome_of(first_wrong, statuses)
                                           : outcome_of(why_wrong(), statuses);
    if (v.ok && !(resident_.guards_intact() && table_.guards_intact() &&
                  workspaces_.memory().guards_intact()))
      v = outside_write();
    return v;
  }

 private:
  [[nodiscard]] device_column view(const piece& p) const {
    return {resident_.in.data() + p.in_begin,
            p.in_bytes,
            resident_.out.data() + p.out_begin,
            p.out_bytes,
            reinterpret_cast<const chunk*>(table_.data()) + p.first_chunk,
            p.chunk_count,
            reinterpret_cast<status*>(resident_.statuses.data()) + p.first_chunk};
  }
  [[nodiscard]] launch_choice choice(std::size_t piece, phase p) const {
    return {input_.column.type, values_, workspaces_.data(piece), p};
  }
  void run_phase(std::size_t piece, phase p, cudaStream_t on = nullptr) const {
    check_cuda(
        static_cast<cudaError_t>(row_.cuda.launch(view(pieces_[piece]), choice(piece, p), on)),
        "launch");
  }

  /// What the row's own check says of the pieces.
  [[nodiscard]] std::string why_wrong() const {
    std::vector<std::byte> out(resident_.out.size()), workspaces(workspaces_.memory().size());
    resident_.out.copy_to(out.data());
    workspaces_.memory().copy_to(workspaces.data());
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const piece& p = pieces_[i];
      const std::string why =
          row_.check({std::span(out).subspan(p.out_begin, p.out_bytes),
                      std::span(workspaces).subspan(workspaces_.begin(i), workspaces_.size(i))},
                     choice(i, phase::timed), input_.original.subspan(p.out_begin, p.out_bytes));
      if (!why.empty()) return "piece " + std::to_string(i) + ": " + why;
    }
    return {};
  }

  const decode_input& input_;
  const column_kernel& row_;
  const parameter_values& values_;
  const resident_column& resident_;
  std::vector<piece> pieces_;
  std::vector<chunk> chunks_;  // with offsets that count from the beginning of each piece
  guarded_memory table_;       // chunks_ on the GPU
  piece_workspaces workspaces_;
};

class decode_workload final : public gpu_workload {
 public:
  decode_workload(const decode_input& input, const column_kernel& row,
                  const parameter_values& values)
      : input_(input),
        row_(row),
        values_(values),
        resident_(input),
        workspace_(row.workspace_bytes == nullptr ? 0
                                                  : row.workspace_bytes(resident_.view(), values)) {
    check_shared_bytes([this] { run_phase(phase::timed); });
    run_phase(phase::before);
  }

  void poison() override {
    if (!expected_) expected_.emplace(input_.original);
    expected_->poison(resident_.out);
    const std::vector<status> statuses(input_.column.chunks.size(), status::not_decoded);
    resident_.statuses.copy_from(statuses.data());
    workspace_.fill(workspace_garbage);
    run_phase(phase::before);
  }

  verification outcome() override {
    run_phase(phase::after);
    synchronize();
    std::vector<status> statuses(input_.column.chunks.size());
    resident_.statuses.copy_to(statuses.data());
    verification v = row_.check == nullptr
                         ? outcome_of(expected_->first_difference(resident_.out), statuses)
                         : outcome_of(why_wrong(), statuses);
    if (v.ok && !(resident_.guards_intact() && workspace_.guards_intact())) v = outside_write();
    return v;
  }

  void launch() override { run_phase(phase::timed); }

  std::vector<part> chosen_parts() override {
    if (row_.chosen.parts == nullptr) return {};
    const device_column column = resident_.view();
    std::vector<std::byte> recorded(row_.chosen.bytes(column));
    workspace_.copy_to(recorded.data(), recorded.size());
    return row_.chosen.parts(column, recorded.data());
  }
  [[nodiscard]] std::uint64_t workspace_bytes() const override { return workspace_.size(); }

  std::unique_ptr<transfer_workload> transfer(const transfer_spec& spec) override {
    return make_transfer(
        std::make_unique<kernel_pieces>(input_, row_, values_, resident_, spec.piece_bytes),
        input_.original, *this, spec);
  }

 private:
  /// What the row's own check says.
  [[nodiscard]] std::string why_wrong() const {
    std::vector<std::byte> out(resident_.out.size()), workspace(workspace_.size());
    resident_.out.copy_to(out.data());
    workspace_.copy_to(workspace.data());
    return row_.check({out, workspace}, choice(), input_.original);
  }
  void run_phase(phase p) {
    launch_choice now = choice();
    now.phase = p;
    check_cuda(static_cast<cudaError_t>(row_.cuda.launch(resident_.view(), now, nullptr)),
               "launch");
  }
  [[nodiscard]] launch_choice choice() const {
    return {input_.column.type, values_, workspace_.data()};
  }

  decode_input input_;
  const column_kernel& row_;
  parameter_values values_;
  resident_column resident_;
  guarded_memory workspace_;
  std::optional<expected_output> expected_;  // from the first poison() on
};

}  // namespace

std::unique_ptr<workload> make_decode(const decode_input& input, const column_kernel& row,
                                      const parameter_values& values) {
  if (row.cuda.launch == nullptr) throw no_cuda_form(row.facts);
  check_suits(input.column, row, values);
  return std::make_unique<decode_workload>(input, row, values);
}

}  // namespace codag::harness::cuda
