// The process that runs a peer: its side of the conversation, and that of the run that started it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/plan/case.hpp"
#include "harness/report/case_result.hpp"
#include "harness/run/outcome.hpp"
#include "harness/run/peer_process.hpp"

namespace codag::harness {

/// The options with which this program runs as a peer's process.
inline constexpr const char* describe_peer_option = "--describe-peer";
inline constexpr const char* peer_worker_option = "--peer-worker";

/// What the process started with describe_peer_option does: it loads the library and sends its
/// facts.
int describe_peer(const std::filesystem::path& library);

/// What the process started with peer_worker_option does: it runs the cases that it is asked for,
/// until the other side closes the socket.
int run_peer_worker(const config& config, const std::vector<bench_case>& plan);

/// All registered names (registry_names), with a finder of peers. `program` is the name that the
/// user typed for this program. A name without "/" and ".so" is that of an installed
/// peer, libcodag_peer_NAME.so in a folder of $CODAG_PEERS or in lib/codag/peers beside the
/// program's own folder. Everything else is a path, relative to the config's folder.
known_names names_with_peers(const std::string& program);

/// The folders of the installed peers.
std::vector<std::filesystem::path> peer_folders();

/// The names of the installed peers, sorted.
std::vector<std::string> installed_peers();

/// The rows of a case that ran in another process.
struct finished_case {
  nlohmann::json row;
  std::vector<nlohmann::json> benchmarks;
  run_outcome outcome;
  std::string reason, note;
};

/// Runs the cases of peers, each peer in a process of its own, which is kept for its next case.
class peer_cases {
 public:
  /// `arguments` is the command line of this run.
  peer_cases(std::vector<std::string> arguments, const config& config);

  /// Whether the case belongs in a process of its own. One of a peer that is absent does not.
  static bool wants(const bench_case& c) {
    return c.column() != nullptr && c.column()->peer && c.column()->peer->absent.empty();
  }
  /// Runs the case to its end. A crash or a hang becomes the row's status and reason.
  finished_case run(const bench_case& c);

 private:
  peer_process& process_of(const peer_spec& peer);
  finished_case run_damage(const bench_case& c);
  finished_case failed(const bench_case& c, const peer_failure& failure) const;

  std::vector<std::string> arguments_;
  double measuring_s_ = 0;  // the time that the config itself asks a case to take
  std::map<std::string, std::unique_ptr<peer_process>> processes_;  // by the peer's library
};

}  // namespace codag::harness
