// Every order between the two warps of a prefetch_ring is needed: the race detector finds a race
// where one is missing, and none otherwise.
#include <gtest/gtest.h>

#include <cstdint>

#include "codag/simt/host/global_memory.hpp"
#include "codag/stream/prefetched_input.hpp"
#include "tests/support/planted_races.hpp"

namespace codag {
namespace {

using test::expect_clean, test::expect_race, test::use;

struct ring_storage {
  prefetch_progress progress;
  std::uint32_t ring[2 * words_per_line];
};

enum class missing_order {
  nothing,
  release_of_filled,   // the lines are not there when the reader is told that they are
  acquire_of_filled,   // the reader takes words from before
  sync_before_filled,  // other lanes' words are not there yet
  release_of_wanted,   // a line is overwritten while it is read
  acquire_of_wanted,   // as if the lines had been left earlier
  sync_before_wanted,  // other lanes still read the lines that lane 0 leaves
  sync_after_wanted,   // other lanes do not know that lines were left
};

constexpr unsigned prefetch_warp = 1;

/// A thread without one of the orders. Warp syncs let the lanes still meet.
class weakened : public simt::host::thread {
 public:
  weakened(const simt::host::thread& t, missing_order what) : thread(t), what_(what) {}

  template <class T>
  void store_release_in_block(T* p, T v, place where = place::current()) const {
    if (lacks(missing_order::release_of_wanted, missing_order::release_of_filled))
      store_relaxed(p, v, where);
    else
      thread::store_release_in_block(p, v, where);
  }
  template <class T, class Predicate>
  T poll_in_block(const T* p, const Predicate& holds, place where = place::current()) const {
    return lacks(missing_order::acquire_of_filled, missing_order::acquire_of_wanted)
               ? poll_relaxed(p, holds, where)
               : thread::poll_in_block(p, holds, where);
  }
  void sync_warp(place where = place::current()) const {
    // The prefetch warp syncs before it puts a line and after that, in turn.
    const bool after_put = ++syncs_ % 2 == 0;
    if (lacks(missing_order::sync_before_wanted,
              after_put ? missing_order::sync_before_filled : missing_order::sync_after_wanted))
      (void)ballot(true, where);
    else
      thread::sync_warp(where);
  }

 private:
  [[nodiscard]] bool lacks(missing_order of_reader, missing_order of_prefetch_warp) const {
    return what_ == (warp() == prefetch_warp ? of_prefetch_warp : of_reader);
  }

  missing_order what_;
  mutable unsigned syncs_ = 0;
};

class prefetch_races : public testing::Test {
 protected:
  /// A warp reads all words of 12 lines.
  [[nodiscard]] auto kernel(missing_order what) const {
    return [what, this](const simt::host::thread& plain, ring_storage& shared) {
      const weakened t(plain, what);
      const compressed_words input(chunk_.data(), static_cast<std::uint32_t>(chunk_.size()));
      const prefetch_ring ring{shared.ring, 2 * words_per_line, shared.progress};
      if (t.thread_index() == 0) shared.progress = {0, 0};
      t.sync_block();
      if (t.warp() == prefetch_warp) return ring_filler<weakened>(t, ring, input).run();
      prefetched_input<weakened> words(t, ring, input);
      while (words.taken() < input.end()) use(words.next_word());
      words.finish();
    };
  }
  void expect_race_without(missing_order what) const {
    expect_race<ring_storage>({1, 64}, kernel(what),
                              {" of shared memory", " wrote at codag/stream/prefetch_ring.hpp:",
                               " read at codag/stream/prefetched_input.hpp:"});
  }

 private:
  simt::host::global_vector<std::byte> chunk_{12 * cache_line_bytes};
};

TEST_F(prefetch_races, are_none) {
  expect_clean<ring_storage>({1, 64}, kernel(missing_order::nothing));
}
TEST_F(prefetch_races, without_the_release_of_filled) {
  expect_race_without(missing_order::release_of_filled);
}
TEST_F(prefetch_races, without_the_acquire_of_filled) {
  expect_race_without(missing_order::acquire_of_filled);
}
TEST_F(prefetch_races, without_the_sync_before_filled) {
  expect_race_without(missing_order::sync_before_filled);
}
TEST_F(prefetch_races, without_the_release_of_wanted) {
  expect_race_without(missing_order::release_of_wanted);
}
TEST_F(prefetch_races, without_the_acquire_of_wanted) {
  expect_race_without(missing_order::acquire_of_wanted);
}
TEST_F(prefetch_races, without_the_sync_before_wanted) {
  expect_race_without(missing_order::sync_before_wanted);
}
TEST_F(prefetch_races, without_the_sync_after_wanted) {
  expect_race_without(missing_order::sync_after_wanted);
}

}  // namespace
}  // namespace codag
