// Making the workload of a peer's case. The peer is loaded into this process.
#pragma once

#include <functional>
#include <memory>

#include "harness/config/config.hpp"
#include "harness/measure/workload.hpp"
#include "harness/report/case_result.hpp"
#include "harness/run/column_store.hpp"
#include "harness/workloads/peer_work.hpp"

namespace codag::harness {

/// A peer's decoder and the column that it is to decode.
struct peer_and_column {
  peer_use use;
  const chunked_column& column;
  std::span<const std::byte> original;
};

/// Loads the peer, if it is not loaded yet, and the column of `result.what`, which the peer
/// compresses if the format is its own. Throws as prepare_case() does.
peer_and_column load_peer_and_column(column_store& columns, const config& config,
                                     case_result& result, const std::function<void()>& before_peer);

/// The workload of decoding, as prepare_case() returns it.
std::unique_ptr<workload> prepare_peer(column_store& columns, const config& config,
                                       case_result& result,
                                       const std::function<void()>& before_peer);
/// The same of compression into a format of the peer's own.
std::unique_ptr<workload> prepare_peer_compression(column_store& columns, const config& config,
                                                   case_result& result,
                                                   const std::function<void()>& before_peer);

}  // namespace codag::harness
