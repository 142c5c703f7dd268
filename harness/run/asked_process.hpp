// A process that is asked and answers, in lines of JSON over a socket: it runs a peer, or the cases
// of another program, so that a crash or a hang of theirs ends nothing else.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/child_process.hpp"

namespace codag::harness {

/// The descriptor of the socket in the process that is asked: far from those that a library may
/// take for its own.
inline constexpr int asker_socket = 200;

/// The end of a process that was to answer.
struct process_failure {
  bool hung = false;  ///< it did not answer in time, and was ended
  std::string how;    ///< "its process was ended by signal 11 (Segmentation fault)"
};

/// What becomes of a process's standard error: it is the asker's own, or its last line is added to
/// the failure.
enum class error_lines { shown, last_in_failure };

/// The process that asks keeps this object.
class asked_process {
 public:
  using clock = std::chrono::steady_clock;

  /// Starts a program with a command line, whose first element is its name. Its standard output is
  /// dropped. It ends when this process ends, however that happens; that of a peer has a keeper
  /// (kept_process.hpp), so nothing that the peer starts lives longer. Throws std::runtime_error if
  /// it cannot be started.
  explicit asked_process(std::vector<std::string> arguments,
                         const std::string& program = this_program,
                         error_lines errors = error_lines::shown);
  /// Ends the process if it still runs.
  ~asked_process();
  asked_process(const asked_process&) = delete;
  asked_process& operator=(const asked_process&) = delete;

  /// Sends one line.
  void send(const nlohmann::json& line);
  /// The next line; nothing if the process has ended, or at `deadline`, when it is ended. Then
  /// failure() says how it ended.
  std::optional<nlohmann::json> receive(std::optional<clock::time_point> deadline);
  /// Ends a process that broke the conversation's rules. What else it has sent is not received.
  void refuse();
  [[nodiscard]] const process_failure& failure() const { return failure_; }

 private:
  void end(bool hung);

  pid_t child_ = 0;
  int socket_ = -1;
  int child_ended_ = -1;  // readable when the process has ended; -1 before Linux 5.3
  int errors_ = -1;       // what it writes to its standard error; -1 if that is shown
  std::string received_;
  process_failure failure_;
};

/// The other side: the socket of the process that is asked.
class asker_channel {
 public:
  /// The next line; nothing after the other process has closed the socket.
  std::optional<nlohmann::json> receive();
  /// Sends one line. Ends this process if the other one has gone.
  void send(const nlohmann::json& line);

 private:
  std::string received_;
};

/// What such a process of this program does first: it keeps the socket from programs that it
/// starts.
void become_asked_process();

}  // namespace codag::harness
