// Runs variants on the host backend for a test.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "harness/kernels/registry.hpp"
#include "tests/support/decode_on_host.hpp"

namespace codag::test {

inline const harness::column_kernel& kernel_of(
    std::string_view codec, std::string_view variant = "warp_per_chunk/all_threads/shared") {
  return *harness::find_row(harness::column_kernels(), codec, variant);
}

/// Every variant of the codec that the host backend runs and that stores the column's values.
inline std::vector<harness::column_kernel> kernels_of(std::string_view codec) {
  std::vector<harness::column_kernel> kernels;
  for (const auto& kernel : harness::column_kernels())
    if (kernel.facts.codec == codec && kernel.run != nullptr && kernel.check == nullptr)
      kernels.push_back(kernel);
  return kernels;
}

/// The standard values, with at most four warps per block where the limits allow so few. A block
/// of 32 warps finds nothing that one of four does not, and takes eight times as long.
inline parameter_values few_warps(const harness::variant_facts& variant) {
  parameter_values values = standard_values(variant.parameters);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const parameter& p = variant.parameters[i];
    if (p.key == "warps_per_block") values[i] = std::clamp<std::uint64_t>(4, p.least, p.standard);
  }
  return values;
}

/// Every combination of the values that values_of(p) lists for each parameter p.
template <class ValuesOf>
std::vector<parameter_values> combinations(std::span<const parameter> declared,
                                           const ValuesOf& values_of) {
  std::vector<parameter_values> all = {{}};
  for (const parameter& p : declared) {
    std::vector<parameter_values> longer;
    for (const parameter_values& values : all)
      for (const std::uint64_t value : values_of(p)) {
        longer.push_back(values);
        longer.back().push_back(value);
      }
    all = std::move(longer);
  }
  return all;
}

/// Every combination of the parameters' least and greatest values.
inline std::vector<parameter_values> ends_of_limits(std::span<const parameter> declared) {
  return combinations(declared, [](const parameter& p) {
    return p.open() ? parameter_values{p.least, p.most} : parameter_values{p.least};
  });
}

/// The same with all powers of two where a parameter allows only those.
inline std::vector<parameter_values> all_powers(std::span<const parameter> declared) {
  return combinations(declared, [](const parameter& p) {
    if (!p.power_of_two) return parameter_values{p.least, p.most};
    parameter_values powers;
    for (std::uint64_t value = p.least; value <= p.most; value *= 2) powers.push_back(value);
    return powers;
  });
}

/// Runs a variant's kernel with a value for each declared parameter.
inline decoded decode(const harness::column_kernel& kernel, element_type type,
                      std::span<const std::byte> in, std::span<const chunk> chunks,
                      std::size_t out_bytes, std::byte poison, const parameter_values& values,
                      const simt::host::launch_options& options = {}) {
  return decode_with(
      [&](const device_column& column) {
        simt::host::global_vector<std::byte> workspace(
            kernel.workspace_bytes == nullptr ? 0 : kernel.workspace_bytes(column, values));
        simt::host::counts counts;
        for (const phase p : {phase::before, phase::timed, phase::after})
          counts += kernel.run(column, {type, values, workspace.data(), p}, options);
        return counts;
      },
      in, chunks, out_bytes, poison);
}

/// The same with the standard values.
inline decoded decode(const harness::column_kernel& kernel, element_type type,
                      std::span<const std::byte> in, std::span<const chunk> chunks,
                      std::size_t out_bytes, std::byte poison = std::byte{0xee},
                      const simt::host::launch_options& options = {}) {
  return decode(kernel, type, in, chunks, out_bytes, poison,
                standard_values(kernel.facts.parameters), options);
}

}  // namespace codag::test
