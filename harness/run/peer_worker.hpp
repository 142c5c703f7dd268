// The process that runs a peer.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/measure/disturbance/takes.hpp"
#include "harness/plan/case.hpp"

namespace codag::harness {

/// The options with which this program runs as a peer's process.
inline constexpr const char* describe_peer_option = "--describe-peer";
inline constexpr const char* peer_worker_option = "--peer-worker";

/// What the process started with describe_peer_option does: it loads the library and sends its
/// facts.
int describe_peer(const std::filesystem::path& library);

/// What the process started with peer_worker_option does: it runs the cases that it is asked for,
/// until the other side closes the socket.
int run_peer_worker(const config& config, const std::vector<bench_case>& plan,
                    const disturbance_rules& rules);

}  // namespace codag::harness
