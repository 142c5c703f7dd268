// What verify() of a kernel on the host backend relies on: nothing that an earlier launch left, in
// the output or in the workspace.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "harness/workloads/workloads.hpp"

namespace codag::harness {
namespace {

constexpr std::uint32_t chunk_bytes = 64;

/// Copies a column of one chunk, and says that it did.
void copy(const device_column& column) {
  std::copy_n(column.in, column.in_bytes, column.out);
  column.statuses[0] = status::ok;
}

class host_decode : public testing::Test {
 protected:
  host_decode() : original_(chunk_bytes, std::byte{7}) {
    column_.bytes = original_;
    column_.raw_bytes = original_.size();
    column_.chunks = {{0, 0, chunk_bytes, chunk_bytes}};
  }

  std::unique_ptr<workload> made(const column_kernel& row) const {
    return make_host_decode({column_, original_}, row, {});
  }

  std::vector<std::byte> original_;
  chunked_column column_;
};

column_kernel row_of(decltype(column_kernel::run) run) {
  column_kernel row{.facts = {.codec = "copy", .variant = "made"}};
  row.run = run;
  row.workspace_bytes = [](const device_column&, std::span<const std::uint64_t>) {
    return std::uint64_t{8};
  };
  return row;
}

TEST_F(host_decode, a_kernel_that_takes_its_workspace_to_be_zero_is_refused) {
  const column_kernel row = row_of([](const device_column& column, const launch_choice& choice,
                                      const simt::host::launch_options&) {
    if (choice.phase == phase::timed && choice.workspace[7] == std::byte{0}) copy(column);
    return simt::host::counts{};
  });
  EXPECT_FALSE(made(row)->verify().ok);
}

TEST_F(host_decode, a_kernel_that_prepares_its_workspace_is_not) {
  const column_kernel row = row_of([](const device_column& column, const launch_choice& choice,
                                      const simt::host::launch_options&) {
    if (choice.phase == phase::before) choice.workspace[7] = std::byte{0};
    if (choice.phase == phase::timed && choice.workspace[7] == std::byte{0}) copy(column);
    return simt::host::counts{};
  });
  EXPECT_TRUE(made(row)->verify().ok);
}

TEST_F(host_decode, a_launch_that_relies_on_an_earlier_ones_output_is_refused) {
  static int launches = 0;
  const column_kernel row = row_of([](const device_column& column, const launch_choice& choice,
                                      const simt::host::launch_options&) {
    if (choice.phase == phase::timed && launches++ == 0) copy(column);
    return simt::host::counts{};
  });
  const auto work = made(row);
  EXPECT_TRUE(work->verify().ok);
  work->launch();
  EXPECT_FALSE(work->verify().ok);
}

}  // namespace
}  // namespace codag::harness
