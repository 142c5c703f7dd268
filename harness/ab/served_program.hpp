// A program whose cases are compared, as `codag ab` sees it.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace codag::harness {

/// Thrown if a program cannot go on with a case: it ended, hung, broke the conversation's rules, or
/// its case ended with an error.
struct program_failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A case that a program serves.
struct served_case {
  std::string name;
  std::uint64_t gpu_bytes = 0;  ///< of its output, or of both buffers of a copy
};

/// What a program says of itself.
struct program_facts {
  nlohmann::json built;  ///< codag_version, source and compiler, as in a report's provenance
  std::string backend, gpu, gpu_uuid;
  std::uint64_t free_gpu_bytes = 0;
  std::vector<served_case> cases;

  /// The first digits of the revision; "unknown revision" if it is.
  [[nodiscard]] std::string revision() const;
};

/// What a program says of a prepared case.
struct prepared_facts {
  std::string column;  ///< the SHA-256 of its values; empty if it has no column
  std::uint64_t raw_bytes = 0, compressed_bytes = 0;
  std::string times;    ///< "cold", "hot" or "none"
  bool on_cpu = false;  ///< whether native code of the CPU was timed
};

/// The median of a few launches, one after another.
struct burst {
  double seconds = 0;
  double sm_clock_mhz = 0;  ///< 0 if it could not be read
};

/// A program that is started when it is asked for the first time, and again after a failure. Every
/// request throws program_failed, or cannot_run if this machine cannot run the case; both name the
/// program.
class served_program {
 public:
  /// Asks a process, and throws program_failed if it does not answer. The process lives as long as
  /// the function.
  using process = std::function<nlohmann::json(const nlohmann::json&)>;
  using starter = std::function<process()>;

  /// `name` is what messages call the program: "BASE (build/base/codag)".
  served_program(std::string name, starter start)
      : name_(std::move(name)), start_(std::move(start)) {}

  /// Starts the program. Throws datasets::bad_input if it cannot be started or speaks another
  /// version of the protocol.
  program_facts hello();
  prepared_facts prepare(const std::string& case_name);
  burst sample(unsigned launches);
  /// What is wrong with the output of the prepared case; empty if it is right.
  std::string why_wrong();
  void release();

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  /// The answer to a request, as `read` understands it.
  template <class Read>
  auto answered(const nlohmann::json& request, const Read& read);
  [[noreturn]] void fail(const std::string& reason);

  std::string name_;
  starter start_;
  process ask_;            // empty if no process runs
  unsigned failures_ = 0;  // of its processes
};

}  // namespace codag::harness
