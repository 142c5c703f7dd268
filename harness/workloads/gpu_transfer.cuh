// The common part of all workloads that copy data between pinned host memory and the GPU: the
// choice of a run, the streams and the events. Include from .cu files only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/measure/gpu/event.cuh"
#include "harness/measure/gpu/pinned_memory.cuh"
#include "harness/measure/gpu/stream.cuh"
#include "harness/measure/transfer/transfer_spec.hpp"
#include "harness/measure/transfer/transfer_workload.hpp"

namespace codag::harness::cuda {

/// The most pinned memory that one case takes, in bytes.
inline constexpr std::uint64_t most_pinned_bytes = std::uint64_t{1} << 32;

/// Returns `bytes`. Throws cannot_run, with the remedy, if a case may not pin as much.
inline std::uint64_t allowed_pinned_bytes(std::uint64_t bytes) {
  if (bytes > most_pinned_bytes)
    throw cannot_run("needs " + std::to_string(bytes) + " bytes of pinned host memory, more than " +
                     std::to_string(most_pinned_bytes) + "; use a smaller --size");
  return bytes;
}

/// What a run does with each piece, in this order.
struct transfer_stages {
  bool in = false;    ///< copies the compressed bytes to the GPU
  bool work = false;  ///< launches the kernels
  bool out = false;   ///< copies the values back
};

class gpu_transfer : public transfer_workload {
 public:
  /// `whole` does the work in one launch, without a copy. It is kept as a reference.
  gpu_transfer(workload& whole, const transfer_spec& spec)
      : whole_(whole), piece_bytes_(spec.piece_bytes), streams_(spec.streams) {}

  void choose(transfer_run run) final { chosen_ = run; }

  void launch() final {
    switch (chosen_) {
      case transfer_run::none:
        return whole_.launch();
      case transfer_run::in:
        return run_pieces({.in = true, .work = true});
      case transfer_run::in_out:
        return run_pieces({.in = true, .work = true, .out = true});
      case transfer_run::copy_in:
        return run_pieces({.in = true});
      case transfer_run::decode:
        return run_pieces({.work = true});
      case transfer_run::copy_out:
        return run_pieces({.out = true});
      case transfer_run::link_in:
      case transfer_run::link_out:
      case transfer_run::link_both:
        return run_link(sizes().copied_by(chosen_), link_in_, link_out_);
    }
  }

  void synchronize() final { check_cuda(cudaDeviceSynchronize(), "transfer"); }

  double timed_launch() final {
    start_.record();
    launch();
    stop_.record();
    const double seconds = stop_.seconds_since(start_);
    synchronize();
    return seconds;
  }

 protected:
  [[nodiscard]] transfer_run chosen() const { return chosen_; }
  [[nodiscard]] std::uint64_t piece_bytes() const { return piece_bytes_; }
  [[nodiscard]] unsigned stream_count() const { return static_cast<unsigned>(streams_.size()); }
  /// The streams take turns.
  [[nodiscard]] const stream& stream_of(std::size_t piece) const {
    return streams_[piece % streams_.size()];
  }

 private:
  /// Enqueues the stages of every piece on the piece's stream. A stage that the workload does not
  /// have is left out.
  virtual void run_pieces(transfer_stages asked) = 0;
  /// Copies as many uncompressed bytes in each direction, each on its stream, and changes nothing
  /// on either side.
  virtual void run_link(const copied_bytes& bytes, const stream& in, const stream& out) = 0;

  workload& whole_;
  std::uint64_t piece_bytes_;
  std::vector<stream> streams_;
  stream link_in_, link_out_;
  event start_, stop_;
  transfer_run chosen_ = transfer_run::none;
};

}  // namespace codag::harness::cuda
