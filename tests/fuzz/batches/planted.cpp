// Variants with planted mistakes, which fuzz_batches must find. Each runs a real variant and then
// spoils what that has done.
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "harness/kernels/sink_check.hpp"
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

/// A tile kernel that sums the values, with a sum that is one too large.
void add_wrong_sum() {
  harness::column_kernel row =
      *std::ranges::find_if(harness::column_kernels(), [](const harness::column_kernel& kernel) {
        return kernel.facts.codec == "gpu_for" && kernel.run != nullptr &&
               kernel.check == harness::wrong_sum;
      });
  static const harness::host_function<device_column> sum = row.run;
  row.facts.variant = "planted/wrong_sum";
  row.run = [](const device_column& column, const launch_choice& choice,
               const simt::host::launch_options& options) {
    const simt::host::counts counts = sum(column, choice, options);
    if (choice.phase == phase::after) ++*reinterpret_cast<std::uint64_t*>(choice.workspace);
    return counts;
  };
  row.cuda = {};
  harness::add_kernel(row);
}

/// An encoder that changes the last byte of what it has written.
void add_wrong_byte() {
  harness::encode_kernel row = harness::encode_kernels().front();
  static const harness::host_function<device_encoding> encode = row.run;
  row.facts.variant = "planted/wrong_byte";
  row.run = [](const device_encoding& job, const launch_choice& choice,
               const simt::host::launch_options& options) {
    const simt::host::counts counts = encode(job, choice, options);
    if (choice.phase == phase::after && *job.encoded_bytes > 0) {
      std::byte& last = job.bits[job.chunks[0].in_offset + *job.encoded_bytes - 1];
      last = ~last;
    }
    return counts;
  };
  row.cuda = {};
  harness::add_kernel(row);
}

[[maybe_unused]] const bool added = [] {
  add_wrong_sum();
  add_wrong_byte();
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
