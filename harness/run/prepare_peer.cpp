#include "harness/run/prepare_peer.hpp"

#include <map>

#include "harness/measure/gpu/gpu.hpp"
#include "harness/run/load_column.hpp"

namespace codag::harness {
namespace {

/// The library in this process, loaded once.
const loaded_peer& loaded(const std::filesystem::path& library) {
  static std::map<std::filesystem::path, loaded_peer> peers;
  const auto at = peers.find(library);
  return at != peers.end() ? at->second : peers.emplace(library, load_peer(library)).first->second;
}

/// Throws cannot_run if the peer is absent or this run has no backend for it.
void check_can_run(const peer_spec& peer, const config& config) {
  if (!peer.absent.empty()) throw cannot_run(peer.absent);
  if (!peer.facts.on_gpu) return;
  if (const auto no_gpu = cuda::why_no_gpu())
    throw cannot_run(peer.facts.name + " runs on a GPU only, and here " + *no_gpu);
  if (config.backend == backend::host)
    throw cannot_run(
        peer.facts.name +
        " runs on a GPU only, and this run is on the host backend; use --backend cuda");
}

}  // namespace

peer_and_column load_peer_and_column(column_store& columns, const config& config,
                                     case_result& result,
                                     const std::function<void()>& before_peer) {
  const column_work& asked = *result.what.column();
  check_can_run(*asked.peer, config);
  const codag::codec* ours = find_codec(asked.codec);
  const datasets::dataset& raw = loaded_values(columns, result);
  const chunked_column* column =
      ours == nullptr ? nullptr : &loaded_column(columns, asked, codec_of(asked), result);
  if (before_peer) before_peer();
  peer_use use{loaded(asked.peer->file), asked.peer_decoder, asked.launch.values,
               asked.peer->one_call};
  if (column == nullptr) {
    column = &columns.compressed_by_peer(result.what, [&] {
      const auto compress =
          asked.peer->facts.on_gpu ? &cuda::compress_with_peer : &compress_with_peer;
      return compress(raw.bytes, raw.type, asked.chunk_bytes, use);
    });
    describe_column(*column, result);
    result.encoder = asked.peer->facts.name + " " + asked.peer->facts.version;
    result.absent["average_symbol_elements"] = result.absent["average_symbol_bytes"] =
        "a peer's own format: its symbols are not counted";
  }
  return {std::move(use), *column, raw.bytes};
}

std::unique_ptr<workload> prepare_peer(column_store& columns, const config& config,
                                       case_result& result,
                                       const std::function<void()>& before_peer) {
  const peer_and_column loaded = load_peer_and_column(columns, config, result, before_peer);
  const bool on_gpu = result.what.column()->peer->facts.on_gpu;
  const decode_input input{loaded.column, loaded.original};
  prepared_peer made =
      on_gpu ? cuda::make_peer_decode(input, loaded.use) : make_peer_decode(input, loaded.use);
  result.peer_changes = made.peer->changes();
  return std::move(made.work);
}

std::unique_ptr<workload> prepare_peer_compression(column_store& columns, const config& config,
                                                   case_result& result,
                                                   const std::function<void()>& before_peer) {
  const peer_and_column loaded = load_peer_and_column(columns, config, result, before_peer);
  const auto make = result.what.column()->peer->facts.on_gpu ? &cuda::make_peer_compression
                                                             : &make_peer_compression;
  return make({loaded.column, loaded.original}, loaded.use);
}

}  // namespace codag::harness
