// What a build without Boost.Context has in place of the host backend.
#include <gtest/gtest.h>

#include "harness/kernels/host_kernels.hpp"
#include "harness/kernels/variant_list.hpp"
#include "harness/run/host_backend.hpp"

namespace codag::harness {
namespace {

TEST(host_absent, says_what_to_install) {
  const auto why = host::absent();
  ASSERT_TRUE(why);
  for (const char* text : {"no host backend", "libboost-context-dev", "CMAKE_PREFIX_PATH"})
    EXPECT_NE(why->find(text), std::string::npos) << *why;
}

TEST(host_absent, skips_a_case_for_that_reason) {
  const chunked_column column;
  try {
    host::make_workload({column, {}}, {});
    FAIL() << "a workload was made";
  } catch (const cannot_run& e) {
    EXPECT_EQ(e.what(), *host::absent());
  }
  EXPECT_THROW(host::make_alu({}, 1), cannot_run);
}

TEST(host_absent, still_knows_every_variant) {
  for (const auto rows : {host_kernels_of<deflate_codec>(), host_kernels_of<rle_v1_codec>(),
                          host_kernels_of<rle_v2_codec>()}) {
    ASSERT_EQ(rows.size(), all_schedules::size);
    for (const host_kernel& row : rows) {
      EXPECT_EQ(row.run, nullptr);
      EXPECT_FALSE(row.facts.variant.empty());
      EXPECT_EQ(row.facts.codec, rows.front().facts.codec);
    }
  }
}

}  // namespace
}  // namespace codag::harness
