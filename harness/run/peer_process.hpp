// A process of this program that runs a peer, so that a crash or a hang of the peer ends nothing
// else. The two processes exchange lines of JSON over a socket.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// The descriptor of the socket in the process that runs the peer: far from those that a library
/// may take for its own.
inline constexpr int peer_socket = 200;

/// The end of a process that was to answer.
struct peer_failure {
  bool hung = false;  ///< it did not answer in time, and was ended
  std::string how;    ///< "its process was ended by signal 11 (Segmentation fault)"
};

/// The process that starts the peer's one keeps this object.
class peer_process {
 public:
  using clock = std::chrono::steady_clock;

  /// Starts this program with a command line, whose first element is its name. Its standard output
  /// is dropped. Throws std::runtime_error if it cannot be started.
  explicit peer_process(std::vector<std::string> arguments);
  /// Ends the process if it still runs.
  ~peer_process();
  peer_process(const peer_process&) = delete;
  peer_process& operator=(const peer_process&) = delete;

  /// Sends one line.
  void send(const nlohmann::json& line);
  /// The next line; nothing if the process has ended, or at `deadline`, when it is ended. Then
  /// failure() says how it ended.
  std::optional<nlohmann::json> receive(std::optional<clock::time_point> deadline);
  /// Ends a process that broke the conversation's rules. What else it has sent is not received.
  void refuse();
  [[nodiscard]] const peer_failure& failure() const { return failure_; }

 private:
  void end(bool hung);

  pid_t child_ = 0;
  int socket_ = -1;
  int child_ended_ = -1;  // readable when the process has ended; -1 before Linux 5.3
  std::string received_;
  peer_failure failure_;
};

/// The other side: the socket of the process that runs the peer.
class peer_channel {
 public:
  /// The next line; nothing after the other process has closed the socket.
  std::optional<nlohmann::json> receive();
  /// Sends one line. Ends this process if the other one has gone.
  void send(const nlohmann::json& line);

 private:
  std::string received_;
};

/// What a peer's process does first: it ends when its parent ends, whatever the peer does, and
/// keeps the socket from programs that the peer starts.
void become_peer_process();

}  // namespace codag::harness
