#include "harness/workloads/cuda_transfer.cuh"

#include <algorithm>

#include "harness/measure/gpu/gpu_verification.cuh"
#include "harness/measure/verification.hpp"
#include "harness/workloads/gpu_transfer.cuh"

namespace codag::harness::cuda {
namespace {

class column_transfer final : public gpu_transfer {
 public:
  column_transfer(std::unique_ptr<piece_decoder> decoder, std::span<const std::byte> original,
                  workload& whole, const transfer_spec& spec)
      : gpu_transfer(whole, spec),
        decoder_(std::move(decoder)),
        original_(original),
        gpu_(decoder_->on_gpu()),
        host_(allowed_pinned_bytes(aligned(gpu_.in.size()) + aligned(gpu_.table.size()) +
                                   original.size())) {
    gpu_.in.copy_to(host_in());
    std::ranges::copy(decoder_->table(), host_table());
    std::ranges::copy(original, host_out());
  }

  [[nodiscard]] transfer_sizes sizes() const override {
    std::uint64_t in = gpu_.table.size();
    for (const piece& p : decoder_->pieces()) in += p.in_bytes;
    return {.piece_bytes = piece_bytes(),
            .pieces = decoder_->pieces().size(),
            .streams = stream_count(),
            .in = in,
            .out = gpu_.out.size()};
  }

  [[nodiscard]] std::string why_no_values() const override { return decoder_->why_no_values(); }

  void poison() override {
    // Nothing of an earlier run is left: no chunk, no value, no status.
    if (!expected_) expected_.emplace(original_);
    expected_->poison(gpu_.out);
    gpu_.in.fill(0xa5);
    gpu_.table.fill(0xff);
    if (chosen() == transfer_run::in_out) std::ranges::copy(poison_for(original_), host_out());
    decoder_->reset();
  }

  verification outcome() override {
    decoder_->complete();
    synchronize();
    verification v = decoder_->outcome(first_wrong());
    if (v.ok && !host_.guards_intact()) v = outside_write();
    return v;
  }

 private:
  // The pinned memory: the compressed chunks, the pieces' tables, the values.
  [[nodiscard]] std::byte* host_in() const { return host_.data(); }
  [[nodiscard]] std::byte* host_table() const { return host_in() + aligned(gpu_.in.size()); }
  [[nodiscard]] std::byte* host_out() const { return host_table() + aligned(gpu_.table.size()); }

  [[nodiscard]] std::optional<std::size_t> first_wrong() const {
    if (!why_no_values().empty()) return std::nullopt;
    return chosen() == transfer_run::in_out
               ? first_difference(original_, {host_out(), original_.size()})
               : expected_->first_difference(gpu_.out);
  }

  void run_pieces(transfer_stages asked) override {
    for (std::size_t i = 0; i < decoder_->pieces().size(); ++i) {
      const piece& p = decoder_->pieces()[i];
      const stream& on = stream_of(i);
      if (asked.in) copy_in(p, on);
      if (asked.work) decoder_->decode(i, on);
      if (asked.out)
        on.copy(host_out() + p.out_begin, gpu_.out.data() + p.out_begin, p.out_bytes,
                cudaMemcpyDeviceToHost);
    }
  }

  void copy_in(const piece& p, const stream& on) const {
    on.copy(gpu_.in.data() + p.in_begin, host_in() + p.in_begin, p.in_bytes,
            cudaMemcpyHostToDevice);
    const std::uint64_t per_chunk = gpu_.table.size() / chunk_count();
    const std::uint64_t begin = p.first_chunk * per_chunk;
    on.copy(gpu_.table.data() + begin, host_table() + begin, p.chunk_count * per_chunk,
            cudaMemcpyHostToDevice);
  }
  [[nodiscard]] std::uint64_t chunk_count() const {
    const piece& last = decoder_->pieces().back();
    return last.first_chunk + last.chunk_count;
  }

  /// First the bytes to the GPU, then, from after them, those back.
  void run_link(const copied_bytes& bytes, const stream& in, const stream& out) override {
    if (bytes.in > 0) in.copy(gpu_.out.data(), host_out(), bytes.in, cudaMemcpyHostToDevice);
    if (bytes.out > 0)
      out.copy(host_out() + bytes.in, gpu_.out.data() + bytes.in, bytes.out,
               cudaMemcpyDeviceToHost);
  }

  std::unique_ptr<piece_decoder> decoder_;
  std::span<const std::byte> original_;
  piece_decoder::memory gpu_;
  pinned_memory host_;
  std::optional<expected_output> expected_;  // from the first poison() on
};

}  // namespace

std::unique_ptr<transfer_workload> make_transfer(std::unique_ptr<piece_decoder> decoder,
                                                 std::span<const std::byte> original,
                                                 workload& whole, const transfer_spec& spec) {
  return std::make_unique<column_transfer>(std::move(decoder), original, whole, spec);
}

}  // namespace codag::harness::cuda
