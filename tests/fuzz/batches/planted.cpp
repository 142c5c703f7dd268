// Variants of rle_v1 with planted mistakes, which fuzz_batches must find. Each decodes with a real
// variant and then spoils what that has done.
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "tests/support/registered_kernels.hpp"

namespace codag::fuzz {
namespace {

simt::host::counts decode_well(const device_column& column, const launch_choice& choice,
                               const simt::host::launch_options& options) {
  const harness::column_kernel& real = test::kernel_of("rle_v1");
  const parameter_values values = standard_values(real.facts.parameters);
  return real.run(column, {choice.type, values, choice.workspace, choice.phase}, options);
}

/// A chunk that few batches have: 7 compressed bytes.
bool is_chosen(const chunk& c) {
  return c.in_bytes == 7;
}

template <class Spoil>
simt::host::counts decode_and(const Spoil& spoil, const device_column& column,
                              const launch_choice& choice,
                              const simt::host::launch_options& options) {
  const simt::host::counts counts = decode_well(column, choice, options);
  if (choice.phase == phase::timed)
    for (std::uint32_t i = 0; i < column.chunk_count; ++i)
      if (is_chosen(column.chunks[i])) spoil(column, i);
  return counts;
}

void add(std::string_view name, harness::host_function<device_column> run) {
  harness::column_kernel row = test::kernel_of("rle_v1");
  row.facts.variant = name;
  row.facts.parameters = {};
  row.run = run;
  row.cuda = {};
  row.workspace_bytes = nullptr;
  row.chosen = {};
  harness::add_kernel(row);
}

[[maybe_unused]] const bool added = [] {
  add("planted/wrong_status", [](const auto& column, const auto& choice, const auto& options) {
    return decode_and(
        [](const device_column& c, std::uint32_t i) { c.statuses[i] = status::not_decoded; },
        column, choice, options);
  });
  add("planted/byte_after_the_end",
      [](const auto& column, const auto& choice, const auto& options) {
        return decode_and(
            [](const device_column& c, std::uint32_t i) {
              std::byte& after = c.out[c.chunks[i].out_offset + c.chunks[i].out_bytes];
              after = ~after;
            },
            column, choice, options);
      });
  add("planted/hangs", [](const auto& column, const auto& choice, const auto& options) {
    return decode_and(
        [](const device_column&, std::uint32_t) {
          for (;;) pause();
        },
        column, choice, options);
  });
  add("planted/ends_the_process", [](const auto& column, const auto& choice, const auto& options) {
    return decode_and([](const device_column&, std::uint32_t) { raise(SIGKILL); }, column, choice,
                      options);
  });
  return true;
}();

}  // namespace
}  // namespace codag::fuzz
