#include "harness/support/memory_available.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace codag::harness {
namespace {

TEST(memory_available, is_a_part_of_the_machines_memory) {
  const auto bytes = memory_available();
  ASSERT_TRUE(bytes.has_value());
  const auto all = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                   static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  // In bytes and not in KiB: this test itself runs in more than a thousandth of the memory.
  EXPECT_GT(*bytes, all / 1000);
  EXPECT_LE(*bytes, all);
}

}  // namespace
}  // namespace codag::harness
