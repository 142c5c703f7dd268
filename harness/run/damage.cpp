#include "harness/run/damage.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>

#include "harness/run/prepare_peer.hpp"
#include "peers/codag_peer.h"

namespace codag::harness {
namespace {

using bytes = std::vector<std::byte>;

/// A chunk with one kind of damage. The numbers make all kinds in turn.
bytes damaged(std::span<const std::byte> chunk, std::size_t number, std::uint64_t seed) {
  std::mt19937_64 random(seed * 1'000'003 + number);
  const auto below = [&](std::size_t limit) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(limit, 1));
  };
  bytes out(chunk.begin(), chunk.end());
  if (out.empty()) return {static_cast<std::byte>(number)};
  // Half of the places are in the first 64 bytes, where the headers are.
  const std::size_t place =
      below(number % 2 == 0 ? out.size() : std::min<std::size_t>(out.size(), 64));
  const std::size_t run = std::min<std::size_t>(1 + below(32), out.size() - place);
  const auto at = out.begin() + static_cast<std::ptrdiff_t>(place);
  switch (number / 2 % 6) {
    case 0:  // one bit
      *at ^= static_cast<std::byte>(1u << below(8));
      break;
    case 1:  // a byte of 0xff, which makes lengths and distances large
      *at = std::byte{0xff};
      break;
    case 2:  // a run of random bytes
      std::generate_n(at, run, [&] { return static_cast<std::byte>(random()); });
      break;
    case 3:  // the end is missing
      out.resize(place);
      break;
    case 4:  // some bytes are missing
      out.erase(at, at + static_cast<std::ptrdiff_t>(run));
      break;
    default:  // some bytes are there twice
      out.insert(at, run, *at);
      break;
  }
  return out;
}

}  // namespace

struct damage_trial::parts {
  parts(column_store& columns, const config& config, case_result& result,
        const std::function<void()>& before_peer)
      : loaded(load_peer_and_column(columns, config, result, before_peer)),
        on_gpu(result.what.column()->peer->facts.on_gpu),
        reference(find_codec(result.what.column()->codec)),
        seed(config.seed) {}

  /// The undamaged compressed bytes of a chunk.
  [[nodiscard]] std::span<const std::byte> compressed(std::size_t number) const {
    const chunk& c = loaded.column.chunks[number];
    return std::span(loaded.column.bytes).subspan(c.in_offset, c.in_bytes);
  }

  /// What the peer does with these compressed bytes in the place of a chunk.
  damage_outcome decode(std::size_t number, bytes compressed) const {
    const peer_use& use = loaded.use;
    const chunk& victim = loaded.column.chunks[number];
    const auto original = loaded.original.subspan(victim.out_offset, victim.out_bytes);
    chunked_column column;
    column.type = loaded.column.type;
    column.chunk_bytes = loaded.column.chunk_bytes;
    column.raw_bytes = victim.out_bytes;
    column.bytes = std::move(compressed);
    column.chunks = {{.in_offset = 0,
                      .out_offset = 0,
                      .in_bytes = static_cast<std::uint32_t>(column.bytes.size()),
                      .out_bytes = victim.out_bytes}};
    // A container has a checksum of the undamaged values, so other values are never right in it.
    bytes expected(original.begin(), original.end());
    bool valid = false;
    if (reference != nullptr && use.facts().container == CODAG_PEER_BARE) {
      bytes values(victim.out_bytes);
      valid = reference->decode(column.bytes, column.type, values) == status::ok;
      if (valid) expected = std::move(values);
    }
    const damage_outcome refusal = valid ? damage_outcome::refused_valid : damage_outcome::refused;
    const decode_input input{column, expected};
    const prepared_peer peer =
        on_gpu ? cuda::make_peer_decode(input, use) : make_peer_decode(input, use);
    peer_outcome outcome;
    try {
      outcome = peer.peer->decode_once();
    } catch (const peer_error&) {
      return refusal;
    }
    if (!outcome.guards_intact) return damage_outcome::outside_write;
    const std::int32_t code = outcome.status.front();
    if (code == CODAG_PEER_UNTOUCHED) return damage_outcome::no_status;
    if (code != 0) return refusal;
    if (outcome.written.front() != victim.out_bytes) return damage_outcome::short_output;
    if (!outcome.first_wrong) return damage_outcome::right_bytes;
    return reference != nullptr ? damage_outcome::wrong_bytes : damage_outcome::other_bytes;
  }

  peer_and_column loaded;
  bool on_gpu;
  const codec* reference;  // null for a format of the peer's own
  std::uint64_t seed;
};

damage_trial::damage_trial(column_store& columns, const config& config, case_result& result,
                           const std::function<void()>& before_peer)
    : parts_(std::make_unique<parts>(columns, config, result, before_peer)) {
  const std::span<const std::byte> good = parts_->compressed(0);
  if (parts_->decode(0, bytes(good.begin(), good.end())) != damage_outcome::right_bytes)
    throw std::runtime_error("the peer does not decode an undamaged chunk, so damage says nothing");
}

damage_trial::~damage_trial() = default;

damage_outcome damage_trial::run(std::size_t number) {
  const chunked_column& whole = parts_->loaded.column;
  const std::size_t victim = number % whole.chunks.size();
  return parts_->decode(victim, damaged(parts_->compressed(victim), number, parts_->seed));
}

}  // namespace codag::harness
