// A chunked column that comes from pinned host memory and is decoded piece by piece. Include from
// .cu files only.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/kernels/row.hpp"
#include "harness/measure/gpu/cuda_memory.cuh"
#include "harness/measure/gpu/stream.cuh"
#include "harness/measure/transfer/pieces.hpp"
#include "harness/measure/transfer/transfer_spec.hpp"
#include "harness/measure/transfer/transfer_workload.hpp"

namespace codag::harness::cuda {

/// The next multiple of the alignment that cudaMalloc has.
constexpr std::uint64_t aligned(std::uint64_t bytes) {
  constexpr std::uint64_t alignment = 256;
  return (bytes + alignment - 1) / alignment * alignment;
}

/// One workspace for each piece, so that no piece waits for another.
class piece_workspaces {
 public:
  /// `bytes_of(piece)` says what a piece needs.
  template <class BytesOf>
  piece_workspaces(std::span<const piece> pieces, const BytesOf& bytes_of)
      : memory_(reserve(pieces, bytes_of)) {}

  /// Where the workspace of a piece begins in memory().
  [[nodiscard]] std::uint64_t begin(std::size_t piece) const { return places_[piece].begin; }
  [[nodiscard]] std::uint64_t size(std::size_t piece) const { return places_[piece].bytes; }
  [[nodiscard]] std::byte* data(std::size_t piece) const { return memory_.data() + begin(piece); }
  [[nodiscard]] const guarded_memory& memory() const { return memory_; }

 private:
  struct place {
    std::uint64_t begin, bytes;
  };

  /// Returns the bytes of all: the guards follow the last one's last byte.
  template <class BytesOf>
  std::uint64_t reserve(std::span<const piece> pieces, const BytesOf& bytes_of) {
    std::uint64_t end = 0;
    for (const piece& p : pieces) {
      places_.push_back({aligned(end), bytes_of(p)});
      end = places_.back().begin + places_.back().bytes;
    }
    return end;
  }

  std::vector<place> places_;  // before memory_, which is made of them
  guarded_memory memory_;
};

/// What decodes the pieces of a column in the GPU's memory: a kernel of codag's, or a peer.
class piece_decoder {
 public:
  piece_decoder() = default;
  piece_decoder(const piece_decoder&) = delete;
  piece_decoder& operator=(const piece_decoder&) = delete;
  virtual ~piece_decoder() = default;

  /// The column on the GPU. The whole of it is there when the decoder is made.
  struct memory {
    const guarded_memory& in;     ///< the compressed chunks
    const guarded_memory& table;  ///< where the chunks lie: as many bytes for each of them
    const guarded_memory& out;    ///< the values
  };
  [[nodiscard]] virtual memory on_gpu() const = 0;
  [[nodiscard]] virtual const std::vector<piece>& pieces() const = 0;
  /// What has to be in memory::table before decode().
  [[nodiscard]] virtual std::span<const std::byte> table() const = 0;
  /// Why there are no values to copy back; empty if there are.
  [[nodiscard]] virtual std::string why_no_values() const { return {}; }

  /// Enqueues the decoding of a piece whose chunks and table are on the GPU.
  virtual void decode(std::size_t piece, const stream& on) = 0;
  /// Does what comes before launches that are checked: no status is left, the workspaces hold
  /// garbage. The chunks and the table are not there.
  virtual void reset() = 0;
  /// Enqueues what launches leave to do before their outcome is known.
  virtual void complete() {}
  /// What the launches have done; all of it has finished. `first_wrong` is the first wrong byte of
  /// the values; null if there is none, or if there are no values.
  virtual verification outcome(std::optional<std::size_t> first_wrong) = 0;
};

/// `whole` decodes the column of `decoder` in one launch. `whole` and `original`, the expected
/// values, must outlive the result. Throws cannot_run if memory is too small or cannot be pinned.
std::unique_ptr<transfer_workload> make_transfer(std::unique_ptr<piece_decoder> decoder,
                                                 std::span<const std::byte> original,
                                                 workload& whole, const transfer_spec& spec);

}  // namespace codag::harness::cuda
