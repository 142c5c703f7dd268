// Runs variants on the host backend for a test.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "harness/kernels/host_kernels.hpp"
#include "tests/support/decode_on_host.hpp"

namespace codag::test {

inline const harness::host_kernel& kernel_of(
    std::string_view codec, std::string_view variant = "warp_per_chunk/all_threads/shared") {
  return *harness::find_row(harness::host_kernels(), codec, variant);
}

/// Every variant of the codec.
inline std::vector<harness::host_kernel> kernels_of(std::string_view codec) {
  std::vector<harness::host_kernel> kernels;
  for (const auto& kernel : harness::host_kernels())
    if (kernel.facts.codec == codec) kernels.push_back(kernel);
  return kernels;
}

/// Runs a variant's kernel; without `parameters` with the variant's defaults.
inline decoded decode(const harness::host_kernel& kernel, element_type type,
                      std::span<const std::byte> in, std::span<const chunk> chunks,
                      std::size_t out_bytes, std::byte poison = std::byte{0xee},
                      std::optional<launch_parameters> parameters = {},
                      const simt::host::launch_options& options = {}) {
  return decode_with(
      [&](const device_column& column) {
        return kernel.run(type, column, parameters.value_or(kernel.facts.defaults), options);
      },
      in, chunks, out_bytes, poison);
}

}  // namespace codag::test
