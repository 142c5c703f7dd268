// Runs a kernel on the host backend for a test.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/parameters.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"

namespace codag::test {

struct decoded {
  std::vector<std::byte> out;
  std::vector<status> statuses;
  simt::host::counts counts;
};

/// `launch(column)` runs a kernel on the column and returns its counts. `in` and `chunks` are
/// copied into allocations of their exact size, so that AddressSanitizer sees any access outside
/// them. The output holds `poison` before the launch.
inline decoded decode_with(const std::function<simt::host::counts(const device_column&)>& launch,
                           std::span<const std::byte> in, std::span<const chunk> chunks,
                           std::size_t out_bytes, std::byte poison = std::byte{0xee}) {
  using simt::host::global_vector, simt::host::to_global;
  const auto global_in = to_global(in);
  const auto global_chunks = to_global(chunks);
  global_vector<std::byte> out(out_bytes, poison);
  global_vector<status> statuses(chunks.size(), status::not_decoded);
  const auto count = static_cast<std::uint32_t>(chunks.size());
  decoded d;
  d.counts = launch(device_column{global_in.data(), in.size(), out.data(), out.size(),
                                  global_chunks.data(), count, statuses.data()});
  d.out.assign(out.begin(), out.end());
  d.statuses.assign(statuses.begin(), statuses.end());
  return d;
}

/// By a kernel that need not be registered, with its standard parameters.
template <class Kernel>
decoded decode(std::span<const std::byte> in, std::span<const chunk> chunks,
               std::size_t out_bytes) {
  return decode_with(
      [](const device_column& column) {
        const auto kernel = Kernel::with(column, standard_values(Kernel::parameters));
        return simt::host::launch(kernel, kernel.shape());
      },
      in, chunks, out_bytes);
}

}  // namespace codag::test
