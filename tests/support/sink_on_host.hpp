// Runs a registered tile kernel with another sink than store on the host backend, for a test.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "harness/kernels/registry.hpp"

namespace codag::test {

/// Whether a kernel with these values looks only at the tiles with chosen rows, so that it may miss
/// the damage in others.
inline bool skips_tiles(const harness::variant_facts& facts, const parameter_values& values) {
  return !values.empty() && facts.parameters.back().key == "selectivity" &&
         values.back() != facts.parameters.back().most;
}

struct sink_run {
  std::vector<status> statuses;
  /// If all chunks are ok: what the kernel's check says about what the sink wrote.
  std::string wrong;
};

/// Launches each phase of the kernel once, but the timed one `launches` times. `raw` has the
/// column's values.
inline sink_run run_sink(const harness::column_kernel& kernel, const chunked_column& column,
                         const std::vector<std::byte>& raw, const parameter_values& values,
                         const simt::host::launch_options& options, unsigned launches = 1) {
  using simt::host::global_vector, simt::host::to_global;
  const auto in = to_global<std::byte>(column.bytes);
  const auto chunks = to_global<chunk>(column.chunks);
  global_vector<std::byte> out(raw.size());
  std::ranges::transform(raw, out.begin(), [](std::byte b) { return ~b; });
  global_vector<status> statuses(chunks.size(), status::not_decoded);
  const device_column view{in.data(),      in.size(),     out.data(),
                           out.size(),     chunks.data(), static_cast<std::uint32_t>(chunks.size()),
                           statuses.data()};
  global_vector<std::byte> workspace(kernel.workspace_bytes(view, values), std::byte{0xee});
  const auto choice = [&](phase p) {
    return launch_choice{column.type, values, workspace.data(), p};
  };
  kernel.run(view, choice(phase::before), options);
  for (unsigned n = 0; n < launches; ++n) kernel.run(view, choice(phase::timed), options);
  kernel.run(view, choice(phase::after), options);
  const bool ok = std::ranges::count(statuses, status::ok) == std::ssize(statuses);
  return {{statuses.begin(), statuses.end()},
          ok ? kernel.check({out, workspace}, choice(phase::timed), raw) : ""};
}

}  // namespace codag::test
