// Launches a variant on a batch, on a GPU or under the interpreter.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "codag/parameters.hpp"
#include "harness/kernels/registry.hpp"
#include "tests/fuzz/batches/batch.hpp"
#include "tests/support/encode_on_host.hpp"

namespace codag::fuzz {

/// The backend that launches.
enum class where : std::uint8_t { gpu, host };

/// Whether this build has a row's kernel for that backend.
template <class Row>
bool has_kernel(where backend, const Row& row) {
  return backend == where::gpu ? row.cuda.launch != nullptr : row.run != nullptr;
}

class batch_launcher {
 public:
  virtual ~batch_launcher() = default;

  /// `before` is what the output holds before the launch: the poison everywhere if it is empty. The
  /// result is valid until the next launch. Throws std::runtime_error with one line if the launch
  /// fails, as does encode().
  virtual const batch_output& decode(const harness::column_kernel& kernel,
                                     const parameter_values& values, const batch& b,
                                     std::span<const std::byte> before = {}) = 0;
  /// Encodes a column of uint8 into a room, which is poisoned and lies between poisoned bytes.
  virtual test::encoded encode(const harness::encode_kernel& kernel, const parameter_values& values,
                               const bytes& column, const test::encode_place& place) = 0;
};

/// Null if this build lacks the backend, or the machine a GPU.
std::unique_ptr<batch_launcher> host_launcher();
std::unique_ptr<batch_launcher> gpu_launcher();

}  // namespace codag::fuzz
