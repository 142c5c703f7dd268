// Launches a variant on a batch, on a GPU or under the interpreter.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codag/parameters.hpp"
#include "harness/kernels/registry.hpp"
#include "tests/fuzz/batches/batch.hpp"

namespace codag::fuzz {

class batch_launcher {
 public:
  virtual ~batch_launcher() = default;

  /// Whether it can launch the variant at all.
  [[nodiscard]] virtual bool has(const harness::column_kernel& kernel) const = 0;

  /// Throws std::runtime_error with one line if the launch fails.
  virtual batch_output decode(const harness::column_kernel& kernel, const parameter_values& values,
                              const batch& b) = 0;
};

/// "decoding lanes, writer block".
inline std::string names_of(const std::vector<part>& parts) {
  std::string names;
  for (const part& p : parts)
    names += (names.empty() ? "" : ", ") + std::string(p.key) + " " + std::string(p.value);
  return names;
}

/// Null if this build lacks the backend, or the machine a GPU.
std::unique_ptr<batch_launcher> host_launcher();
std::unique_ptr<batch_launcher> gpu_launcher();

}  // namespace codag::fuzz
