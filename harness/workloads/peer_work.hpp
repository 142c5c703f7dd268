// Running a peer, on the CPU or on GPU 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "codag/chunked_column.hpp"
#include "harness/measure/workload.hpp"
#include "harness/peers/peer_library.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {

/// A decoder of a loaded peer, with a value for each of its parameters.
struct peer_use {
  const loaded_peer& peer;
  std::size_t decoder;  ///< index into the peer's decoders
  parameter_values values;
  /// On the CPU: one thread calls it with all chunks, so that its own threads do the work, instead
  /// of every core with a few.
  bool one_call = false;

  [[nodiscard]] const codag_peer_decoder& functions() const {
    return peer.functions->decoders[decoder];
  }
  [[nodiscard]] const peer_decoder_facts& facts() const { return peer.facts.decoders[decoder]; }
};

/// Thrown if a peer's function begins nothing and returns a code instead.
struct peer_error : std::runtime_error {
  peer_error(const codag_peer& peer, int code)
      : std::runtime_error(std::string(peer.name) + ": " + peer_code_text(peer, code)) {}
};

/// What a peer did with a batch of chunks, in poisoned and guarded buffers.
struct peer_outcome {
  std::vector<std::int32_t> status;        ///< per chunk, as the peer set it
  std::vector<std::size_t> written;        ///< per chunk, as the peer set it
  std::optional<std::size_t> first_wrong;  ///< the first byte that is not the original's
  bool guards_intact = true;
};

/// A peer's outcome as that of a case: every chunk must be decoded, completely and correctly.
verification verification_of(const peer_outcome& outcome, const chunked_column& column,
                             const codag_peer& peer);

/// A peer ready to decode a column.
class peer_workload {
 public:
  virtual ~peer_workload() = default;
  /// Decodes once into an output that holds the complement of every expected byte.
  virtual peer_outcome decode_once() = 0;
  /// What was done to the chunks before; empty if nothing.
  [[nodiscard]] virtual const std::string& changes() const = 0;
};

/// A workload of a peer; both pointers are to the same object.
struct prepared_peer {
  std::unique_ptr<workload> work;
  peer_workload* peer = nullptr;
};

/// Throws cannot_run, with the reason, if this machine cannot run it. What `input` refers to must
/// outlive the result.
prepared_peer make_peer_decode(const decode_input& input, const peer_use& use);

/// Compression of `input.original` into a format of the peer's own. What the last launch wrote is
/// verified by the peer's own decoder. Throws and outlives as above.
std::unique_ptr<workload> make_peer_compression(const decode_input& input, const peer_use& use);

/// The column in a format of the peer's own. Throws cannot_run with the reason if the peer cannot
/// compress it.
chunked_column compress_with_peer(std::span<const std::byte> raw, element_type type,
                                  std::uint32_t chunk_bytes, const peer_use& use);

/// A column of `raw` in chunks that are not compressed yet: only the uncompressed side is set.
/// Throws as check_peer_takes() does.
chunked_column uncompressed_chunks(std::span<const std::byte> raw, element_type type,
                                   std::uint32_t chunk_bytes, const peer_use& use);

/// Throws cannot_run if a chunk's output does not lie at the decoder's alignment, or if the peer
/// does not take the column's type.
void check_peer_takes(const chunked_column& column, const peer_use& use);

/// Adds the compressed chunks to a column of uncompressed_chunks(). `room` is the distance between
/// the chunks in `bytes`. Throws cannot_run if a status is not ok or a size is over the room.
void add_compressed(chunked_column& column, std::span<const std::byte> bytes, std::size_t room,
                    std::span<const std::size_t> sizes, std::span<const std::int32_t> status,
                    const peer_use& use);

/// A batch of these chunks: its sizes, type and parameters, without arrays. `use` must outlive it.
codag_peer_batch sizes_of_batch(std::span<const chunk> chunks, element_type type,
                                const peer_use& use);

/// The bytes of workspace for a batch. Throws cannot_run if the peer cannot say, or asks for more
/// than any machine has.
std::size_t workspace_for(const codag_peer_batch& sizes, const peer_use& use,
                          std::size_t (*workspace_bytes)(const codag_peer_batch*));

/// The room for each compressed chunk: the peer's bound, rounded up to keep any alignment that a
/// peer may ask for. Throws as workspace_for() does.
std::size_t room_for_compressed(std::size_t chunk_bytes, const peer_use& use);

/// What a compression wrote, as that of a case: the peer's own decoder gives the original back.
/// `compressed` throws cannot_run if there is no whole column, and `decode` prepares its decoder.
verification verification_of_compression(
    std::span<const std::byte> original, const std::function<chunked_column()>& compressed,
    const std::function<prepared_peer(const decode_input&)>& decode);

/// The workload of a compression. `Base` is the backend's base class of workloads. A `Compression`
/// is one of the chunks of a column: poison() and run() it, then result() is the column.
template <class Base, class Compression>
class peer_compression : public Base {
 public:
  using decoder = prepared_peer (*)(const decode_input&, const peer_use&);

  peer_compression(const decode_input& input, const peer_use& use, decoder decode)
      : original_(input.original),
        use_(use),
        decode_(decode),
        compression_(input.original, input.column.type, input.column.chunk_bytes, use_) {}

  void poison() override { compression_.poison(); }
  void launch() override { compression_.run(); }
  verification outcome() override {
    verification v = verification_of_compression(
        original_, [this] { return compression_.result(); },
        [this](const decode_input& input) { return decode_(input, use_); });
    if (v.ok && !compression_.guards_intact()) {
      v.ok = false;
      v.reason = "bytes outside a buffer were written";
    }
    return v;
  }
  [[nodiscard]] std::uint64_t workspace_bytes() const override {
    return compression_.workspace_bytes();
  }

 private:
  std::span<const std::byte> original_;
  peer_use use_;
  decoder decode_;
  Compression compression_;
};

namespace cuda {
prepared_peer make_peer_decode(const decode_input& input, const peer_use& use);
std::unique_ptr<workload> make_peer_compression(const decode_input& input, const peer_use& use);
chunked_column compress_with_peer(std::span<const std::byte> raw, element_type type,
                                  std::uint32_t chunk_bytes, const peer_use& use);
}  // namespace cuda
}  // namespace codag::harness
