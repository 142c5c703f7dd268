// The host backend refuses what a GPU leaves undefined, and says where it happened.
#include <gtest/gtest.h>

#include <cstdint>
#include <source_location>
#include <stdexcept>
#include <string>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/source_place.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::no_storage, test::run, test::misuse_of;

TEST(host_backend_misuse, collective_reached_by_some_lanes_only) {
  const std::string what = misuse_of({3, 64}, [](const thread& t, no_storage&) {
    if (t.block() == 2 && t.lane() < 16) t.sync_warp();
  });
  EXPECT_NE(what.find("kernel test_kernel, block 2: deadlock:"), std::string::npos) << what;
  EXPECT_NE(what.find("warp 0 lane 0 to warp 0 lane 15 wait at sync_warp"), std::string::npos)
      << what;
  EXPECT_NE(what.find("warp 0 lane 16 to warp 0 lane 31 ended the kernel"), std::string::npos)
      << what;
}

// A GPU needs all lanes for it, although each gets its own address back.
TEST(host_backend_misuse, keep_shared_by_some_lanes_only) {
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    std::uint32_t word = 0;
    if (t.lane() < 7) (void)t.keep_shared(&word);
    t.sync_warp();
  });
  EXPECT_NE(what.find("warp 0: lane 7 reached sync_warp"), std::string::npos) << what;
  EXPECT_NE(what.find("while lane 0 waits at keep_shared"), std::string::npos) << what;
}

#ifdef CODAG_ASAN
TEST(host_backend_misuse, a_prefetch_after_the_end_of_a_buffer) {
  const global_vector<std::uint32_t> buffer(4);
  const std::string what = misuse_of({1, 32}, [&](const thread& t, no_storage&) {
    t.prefetch(buffer.data() + 3);
    t.prefetch(buffer.data() + 4);
  });
  EXPECT_NE(what.find("a prefetch outside allocated memory"), std::string::npos) << what;
}
#endif

TEST(host_backend_misuse, lanes_of_a_warp_at_different_collectives) {
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0)
      t.sync_warp();
    else
      (void)t.ballot(true);
  });
  EXPECT_NE(what.find("warp 0: lane 1 reached ballot"), std::string::npos) << what;
  EXPECT_NE(what.find("while lane 0 waits at sync_warp"), std::string::npos) << what;
}

TEST(host_backend_misuse, block_barrier_missed_by_a_warp) {
  const std::string what = misuse_of({1, 96}, [](const thread& t, no_storage&) {
    if (t.warp() != 1) t.sync_block();
  });
  EXPECT_NE(what.find("warp 1 lane 0 to warp 1 lane 31 ended the kernel"), std::string::npos)
      << what;
  EXPECT_NE(what.find("wait at sync_block"), std::string::npos) << what;
}

TEST(host_backend_misuse, aligned_block_barrier_from_two_places_of_one_warp) {
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0)
      t.sync_block();
    else
      t.sync_block();
  });
  EXPECT_NE(what.find("reached sync_block"), std::string::npos) << what;
}

TEST(host_backend_misuse, a_place_is_its_file_line_and_column_wherever_the_names_lie) {
  const char name[] = "a.hpp", in_another_unit[] = "a.hpp";
  EXPECT_TRUE(is_same_file(name, in_another_unit));
  EXPECT_FALSE(is_same_file(name, "b.hpp"));
  EXPECT_FALSE(is_same_file(name, nullptr));
  EXPECT_TRUE(is_same_file(nullptr, nullptr));
  const auto place = [] { return std::source_location::current(); };
  EXPECT_TRUE(is_same_place(place(), place()));
  const auto one = std::source_location::current(), other = std::source_location::current();
  EXPECT_FALSE(is_same_place(one, other));
}

TEST(host_backend_misuse, two_kinds_of_barrier_of_one_block) {
  const std::string of_warps = misuse_of({1, 64}, [](const thread& t, no_storage&) {
    if (t.warp() == 0)
      t.sync_block();
    else
      static_cast<void>(t.sync_block_or(true));
  });
  EXPECT_NE(of_warps.find("reached sync_block_or and other threads sync_block"), std::string::npos)
      << of_warps;
  const std::string of_lanes = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0)
      static_cast<void>(t.sync_block_or(true));
    else
      static_cast<void>(t.sync_block_or(true));
  });
  EXPECT_NE(of_lanes.find("reached sync_block_or"), std::string::npos) << of_lanes;
}

TEST(host_backend_misuse, a_part_of_a_warp_that_misses_a_lane) {
  const std::string missed = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() != 9) t.sync_lanes(4);
  });
  EXPECT_NE(missed.find("deadlock"), std::string::npos) << missed;
  EXPECT_NE(missed.find("warp 0 lane 8 wait at sync_lanes"), std::string::npos) << missed;
  EXPECT_NE(missed.find("warp 0 lane 12 to warp 0 lane 31 ended the kernel"), std::string::npos)
      << missed;
  const std::string three =
      misuse_of({1, 32}, [](const thread& t, no_storage&) { t.sync_lanes(3); });
  EXPECT_NE(three.find("a part of a warp has 2^k lanes"), std::string::npos) << three;
}

TEST(host_backend_misuse, warps_that_wait_for_each_other) {
  const std::string what = misuse_of({1, 64}, [](const thread& t, no_storage&) {
    if (t.warp() == 0 && t.lane() == 3)
      t.sync_block();
    else if (t.warp() == 0)
      t.sync_warp();
    else
      t.sync_block();
  });
  EXPECT_NE(what.find("deadlock"), std::string::npos) << what;
  EXPECT_NE(what.find("warp 0 lane 3 wait at sync_block"), std::string::npos) << what;
}

TEST(host_backend_misuse, a_block_of_part_warps_is_refused) {
  EXPECT_THROW(run({1, 33}, [](const thread&, no_storage&) {}), std::invalid_argument);
  EXPECT_THROW(run({1, 2048}, [](const thread&, no_storage&) {}), std::invalid_argument);
}

TEST(host_backend_misuse, a_kernels_exception_reaches_the_launcher) {
  EXPECT_THROW(run({4, 64},
                   [](const thread& t, no_storage&) {
                     if (t.block() == 3 && t.thread_index() == 40)
                       throw std::runtime_error("from a lane");
                     t.sync_block();
                   }),
               std::runtime_error);
}

TEST(host_backend_misuse, the_backend_works_on_after_a_misuse) {
  misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0) t.sync_warp();
  });
  EXPECT_EQ(run({1, 32}, [](const thread& t, no_storage&) { t.sync_warp(); }).warp_barriers, 1u);
}

TEST(host_backend_misuse, a_misaligned_load_store_or_atomic) {
  alignas(8) static std::byte bytes[64];
  const auto misaligned = [](unsigned by) {
    return reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::uintptr_t>(bytes) + by);
  };
  const auto expect = [](const std::string& what, const char* message, unsigned line) {
    EXPECT_NE(what.find(message), std::string::npos) << what;
    EXPECT_NE(what.find("misuse.cpp:" + std::to_string(line) + ")"), std::string::npos) << what;
  };
  constexpr unsigned line = __LINE__;
  const auto load = [&](const thread& t, no_storage&) {
    if (t.thread_index() == 37 && t.block() == 1) t.load(misaligned(2));
  };
  const auto store = [&](const thread& t, no_storage&) {
    if (t.lane() == 0) t.store(misaligned(7), 1u);
  };
  const auto atomic = [&](const thread& t, no_storage&) {
    if (t.lane() == 31) t.atomic_add(misaligned(1), 1u);
  };
  expect(misuse_of({2, 64}, load),
         "kernel test_kernel, block 1: warp 1 lane 5: a load at an address 2 past a multiple of 4",
         line + 2);
  expect(misuse_of({1, 32}, store), "warp 0 lane 0: a store at an address 3 past a multiple of 4",
         line + 5);
  expect(misuse_of({1, 32}, atomic),
         "warp 0 lane 31: an atomic at an address 1 past a multiple of 4", line + 8);
  EXPECT_NO_THROW(run({1, 32}, [&](const thread& t, no_storage&) { t.load(misaligned(4)); }));
}

}  // namespace
}  // namespace codag::simt::host
