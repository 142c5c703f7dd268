#include "harness/workloads/peer_work.hpp"

#include <algorithm>

#include "codag/element_type.hpp"

namespace codag::harness {

verification verification_of(const peer_outcome& outcome, const chunked_column& column,
                             const codag_peer& peer) {
  verification v;
  std::string bad;
  for (std::size_t i = 0; i < outcome.status.size(); ++i) {
    const std::int32_t code = outcome.status[i];
    const std::string text = code == 0                      ? "ok"
                             : code == CODAG_PEER_UNTOUCHED ? "not_decoded"
                                                            : peer_code_text(peer, code);
    ++v.chunk_status[text];
    const std::string chunk = "chunk " + std::to_string(i);
    if (!bad.empty()) continue;
    if (code != 0)
      bad = chunk + " is " + text;
    else if (outcome.written[i] != column.chunks[i].out_bytes)
      bad = chunk + " has " + std::to_string(outcome.written[i]) + " bytes of " +
            std::to_string(column.chunks[i].out_bytes);
  }
  if (!bad.empty())
    v.reason = bad;
  else if (outcome.first_wrong)
    v.reason = "byte " + std::to_string(*outcome.first_wrong) + " of the output is wrong";
  else if (!outcome.guards_intact)
    v.reason = "bytes outside a buffer were written";
  v.ok = v.reason.empty();
  return v;
}

verification verification_of_compression(
    std::span<const std::byte> original, const std::function<chunked_column()>& compressed,
    const std::function<prepared_peer(const decode_input&)>& decode) {
  verification v;
  try {
    const chunked_column column = compressed();
    v = decode({column, original}).work->verify();
    if (!v.ok) v.reason = "what it compressed is decoded otherwise: " + v.reason;
  } catch (const cannot_run& e) {
    v.ok = false;
    v.reason = e.what();
  }
  return v;
}

namespace {

/// Beyond the memory of any machine, and far from overflow.
constexpr std::size_t most_bytes = std::size_t{1} << 46;

}  // namespace

codag_peer_batch sizes_of_batch(std::span<const chunk> chunks, element_type type,
                                const peer_use& use) {
  codag_peer_batch batch{};
  batch.chunks = chunks.size();
  for (const chunk& c : chunks) {
    batch.max_chunk_bytes = std::max<std::size_t>(batch.max_chunk_bytes, c.out_bytes);
    batch.uncompressed_bytes += c.out_bytes;
  }
  batch.element_type = static_cast<std::uint32_t>(type);
  batch.parameters = use.values.data();
  return batch;
}

std::size_t workspace_for(const codag_peer_batch& sizes, const peer_use& use,
                          std::size_t (*workspace_bytes)(const codag_peer_batch*)) {
  const std::size_t bytes = workspace_bytes == nullptr ? 0 : workspace_bytes(&sizes);
  if (bytes > most_bytes)
    throw cannot_run(use.peer.facts.name + " cannot say how much workspace it needs");
  return bytes;
}

std::size_t room_for_compressed(std::size_t chunk_bytes, const peer_use& use) {
  constexpr std::size_t page = 4096;
  const std::size_t bytes = use.functions().max_compressed_bytes(chunk_bytes, use.values.data());
  if (bytes > most_bytes)
    throw cannot_run(use.peer.facts.name + " cannot say how large a compressed chunk may be");
  return (bytes / page + 1) * page;
}

void check_peer_takes(const chunked_column& column, const peer_use& use) {
  const peer_decoder_facts& decoder = use.facts();
  const std::string name = use.peer.facts.name + "'s " + decoder.codec + "/" + decoder.variant;
  if ((decoder.element_types >> static_cast<unsigned>(column.type) & 1) == 0)
    throw cannot_run(name + " does not support elements of type " +
                     std::string(to_string(column.type)));
  for (const chunk& c : column.chunks)
    if (c.out_offset % decoder.uncompressed_alignment != 0)
      throw cannot_run(name + " needs each chunk's values at a multiple of " +
                       std::to_string(decoder.uncompressed_alignment) +
                       " bytes; choose a chunk size that is one");
}

chunked_column uncompressed_chunks(std::span<const std::byte> raw, element_type type,
                                   std::uint32_t chunk_bytes, const peer_use& use) {
  chunked_column column;
  column.type = type;
  column.chunk_bytes = chunk_bytes;
  column.raw_bytes = raw.size();
  for (std::uint64_t at = 0; at < raw.size(); at += chunk_bytes)
    column.chunks.push_back({.in_offset = 0,
                             .out_offset = at,
                             .in_bytes = 0,
                             .out_bytes = static_cast<std::uint32_t>(
                                 std::min<std::uint64_t>(chunk_bytes, raw.size() - at))});
  check_peer_takes(column, use);
  return column;
}

void add_compressed(chunked_column& column, std::span<const std::byte> bytes, std::size_t room,
                    std::span<const std::size_t> sizes, std::span<const std::int32_t> status,
                    const peer_use& use) {
  for (std::size_t i = 0; i < column.chunks.size(); ++i) {
    const std::string chunk_name =
        use.peer.facts.name + " compressed chunk " + std::to_string(i) + ": ";
    if (status[i] != 0)
      throw cannot_run(chunk_name + (status[i] == CODAG_PEER_UNTOUCHED
                                         ? "it set no status"
                                         : peer_code_text(*use.peer.functions, status[i])));
    if (sizes[i] > room)
      throw cannot_run(chunk_name + std::to_string(sizes[i]) + " bytes, over the " +
                       std::to_string(room) + " that it announced");
    column.chunks[i].in_offset = column.bytes.size();
    column.chunks[i].in_bytes = static_cast<std::uint32_t>(sizes[i]);
    const auto its_bytes = bytes.subspan(i * room, sizes[i]);
    column.bytes.insert(column.bytes.end(), its_bytes.begin(), its_bytes.end());
  }
}

}  // namespace codag::harness
