// Words that two tiles share: the side that comes second writes, and only that one.
#include "codag/encode/vle/edge_words.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"

namespace codag::vle {
namespace {

struct side {
  edge_side which;
  std::uint32_t bits;
};

/// One lane brings a side of tile 1's edge. A word that was not written stays 7.
struct edge_kernel {
  static constexpr const char* name = "edge";
  static constexpr unsigned max_threads = simt::warp_size, min_blocks = 1;
  struct shared_storage {};
  workspace work;
  side mine;
  std::uint32_t* word;

  template <class Thread>
  void operator()(const Thread& t, shared_storage& /*shared*/) const {
    if (t.lane() > 0) return;
    edge_word::bring(t, work, 1, mine.which, word, mine.bits).write_if_second(t);
  }
};

void expect_the_second_writes(side first, side second) {
  simt::host::global_vector<std::byte> memory(workspace::bytes(3, 0));
  simt::host::global_vector<std::uint32_t> word(1, 7);
  const workspace work{memory.data(), 3, 0};
  simt::host::launch(edge_kernel{work, first, word.data()}, {1, simt::warp_size});
  EXPECT_EQ(word[0], 7u) << "the first wrote";
  simt::host::launch(edge_kernel{work, second, word.data()}, {1, simt::warp_size});
  EXPECT_EQ(word[0], first.bits | second.bits);
  EXPECT_EQ(work.edges()[0], 0u);
  EXPECT_EQ(work.edges()[2], 0u);
}

TEST(edge_words, are_written_by_the_side_that_comes_second) {
  for (const std::uint32_t end : {0u, 1u, 0x0000ffffu})
    for (const std::uint32_t begin : {0u, 0x80000000u, 0xffff0000u}) {
      SCOPED_TRACE(std::to_string(end) + " " + std::to_string(begin));
      expect_the_second_writes({edge_side::end, end}, {edge_side::begin, begin});
      expect_the_second_writes({edge_side::begin, begin}, {edge_side::end, end});
    }
}

}  // namespace
}  // namespace codag::vle
