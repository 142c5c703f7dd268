// When a launch counts as stuck, in interleavings of blocks that threads seldom take.
#include "codag/simt/host/poll_watch.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace codag::simt::host {
namespace {

TEST(poll_watch, one_block_is_stuck_after_a_whole_round_in_vain) {
  poll_watch watch(1, 4);
  poll_watch::block a(watch);
  EXPECT_FALSE(a.all_failed());  // it may have stored something before its polls
  EXPECT_TRUE(a.all_failed());
}

TEST(poll_watch, every_block_must_look_after_the_last_one_began_to_wait) {
  poll_watch watch(2, 2);
  poll_watch::block a(watch), b(watch);
  EXPECT_FALSE(a.all_failed());
  EXPECT_FALSE(a.all_failed());
  EXPECT_FALSE(b.all_failed());  // what b stored before, a may not have seen
  EXPECT_FALSE(b.all_failed());
  EXPECT_FALSE(a.all_failed());  // this round of a began before b waited
  EXPECT_TRUE(a.all_failed());
}

TEST(poll_watch, a_block_that_went_on_may_still_store) {
  poll_watch watch(2, 2);
  poll_watch::block a(watch), b(watch);
  EXPECT_FALSE(a.all_failed());
  EXPECT_FALSE(b.all_failed());
  EXPECT_FALSE(a.all_failed());
  EXPECT_FALSE(a.all_failed());
  a.went_on();
  EXPECT_FALSE(b.all_failed());
  EXPECT_FALSE(b.all_failed());
  EXPECT_FALSE(b.all_failed());
  EXPECT_FALSE(a.all_failed());
  EXPECT_FALSE(b.all_failed());
  EXPECT_FALSE(b.all_failed());
  EXPECT_TRUE(a.all_failed());
}

TEST(poll_watch, a_block_that_ended_may_have_stored) {
  poll_watch watch(2, 2);
  poll_watch::block a(watch);
  {
    poll_watch::block b(watch);
    EXPECT_FALSE(a.all_failed());
    EXPECT_FALSE(a.all_failed());
  }
  EXPECT_FALSE(a.all_failed());
  EXPECT_TRUE(a.all_failed());
}

TEST(poll_watch, a_free_worker_may_begin_another_block) {
  poll_watch watch(3, 2);
  poll_watch::block a(watch);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(a.all_failed());
  poll_watch::block b(watch);
  EXPECT_FALSE(b.all_failed());
  EXPECT_FALSE(b.all_failed());
  EXPECT_FALSE(a.all_failed());
  EXPECT_TRUE(a.all_failed());  // the third block has no worker
}

TEST(poll_watch, blocks_that_poll_throw_what_another_threw) {
  poll_watch watch(2, 2);
  poll_watch::block a(watch);
  EXPECT_THROW(watch.while_running([](poll_watch::block&) { throw std::out_of_range("b"); }),
               std::out_of_range);
  EXPECT_THROW((void)a.all_failed(), std::out_of_range);
}

}  // namespace
}  // namespace codag::simt::host
