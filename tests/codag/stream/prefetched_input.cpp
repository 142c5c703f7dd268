// prefetched_input and ring_filler: every word of chunks that end about the ends of lines and
// rings, jumps of every distance, and readers that give up.
#include "codag/stream/prefetched_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/stream/source.hpp"

namespace codag {
namespace {

using simt::host::lane_order, simt::host::thread;
using reader = prefetched_input<thread>;
static_assert(seekable_source<reader>);

constexpr std::uint32_t ring_sizes[] = {256, 512, 1024, 2048};

/// What the reading warp does; finish() follows.
using reading = std::function<void(const thread&, reader&, const prefetch_ring&)>;

struct ring_kernel {
  static constexpr const char* name = "ring_kernel";
  static constexpr unsigned max_threads = 64;
  compressed_words input;
  std::uint32_t ring_bytes;
  const reading& read;

  void operator()(const thread& t, std::byte* shared) const {
    auto& progress = *reinterpret_cast<prefetch_progress*>(shared);
    const prefetch_ring ring{reinterpret_cast<std::uint32_t*>(shared + sizeof progress),
                             ring_bytes / 4, progress};
    if (t.thread_index() == 0) progress = {0, 0};
    t.sync_block();
    if (t.warp() == 1) return ring_filler<thread>(t, ring, input).run();
    reader words(t, ring, input);
    read(t, words, ring);
    words.finish();
  }
};

/// A chunk at a chosen offset from a cache line, in memory that ends with the chunk:
/// AddressSanitizer sees any read past its end.
class prefetched_chunk {
 public:
  prefetched_chunk(std::size_t offset, std::size_t bytes)
      : offset_(offset), memory_(offset + bytes) {
    std::mt19937 random(static_cast<unsigned>(offset + bytes));
    for (auto& b : memory_) b = static_cast<std::byte>(random());
  }

  [[nodiscard]] compressed_words words() const {
    return {memory_.data() + offset_, static_cast<std::uint32_t>(memory_.size() - offset_)};
  }
  /// Word `index` of the chunk's words; 0 outside the chunk.
  [[nodiscard]] std::uint32_t word(std::uint32_t index) const {
    std::uint32_t word = 0;
    const std::size_t begin = words().begin_bit() / 8;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t at = 4 * std::size_t{index} + i - begin + offset_;
      if (at >= offset_ && at < memory_.size())
        word |= std::to_integer<std::uint32_t>(memory_[at]) << 8 * i;
    }
    return word;
  }
  simt::host::counts run(std::uint32_t ring_bytes, const reading& read,
                         const lane_order& order = {}) const {
    return simt::host::launch(
        ring_kernel{words(), ring_bytes, read},
        {1, 64, static_cast<unsigned>(sizeof(prefetch_progress)) + ring_bytes}, {.order = order});
  }

 private:
  std::size_t offset_;
  simt::host::global_vector<std::byte> memory_;
};

const lane_order reading_orders[] = {lane_order::ascending(), lane_order::descending(),
                                     lane_order::seeded(5)};

TEST(prefetched_input, gives_every_word_at_the_ends_of_lines_and_rings) {
  unsigned runs = 0;
  for (const std::uint32_t ring : ring_sizes)
    for (const std::uint32_t about : {0u, 128u, ring - 128, ring, ring + 128, 3 * ring})
      for (const std::uint32_t bytes : {about - 4, about - 1, about, about + 1, about + 5}) {
        if (bytes > 4 * ring) continue;  // below 0
        const std::size_t offset = runs % 5 * 33;
        const prefetched_chunk chunk(offset, bytes);
        chunk.run(
            ring,
            [&](const thread&, reader& in, const prefetch_ring&) {
              // Past the end, too, by more than a ring.
              const std::uint32_t end = chunk.words().end() + ring / 4 + 40;
              for (std::uint32_t i = chunk.words().first(); i < end; ++i) {
                ASSERT_EQ(in.taken(), i);
                ASSERT_EQ(in.next_word(), chunk.word(i))
                    << "word " << i << " of " << bytes << " bytes at " << offset;
              }
            },
            reading_orders[runs++ % 3]);
      }
}

TEST(prefetched_input, jumps_any_distance) {
  const prefetched_chunk chunk(7, 20'000);
  for (const std::uint32_t ring : ring_sizes)
    for (const lane_order& order : reading_orders)
      chunk.run(
          ring,
          [&](const thread&, reader& in, const prefetch_ring&) {
            std::mt19937 random(ring);
            const auto below = [&](std::uint32_t n) {
              return static_cast<std::uint32_t>(random() % n);
            };
            // From 0 to three rings, and past the chunk's end. Twice at once now and then.
            for (std::uint32_t i = chunk.words().first(); i < chunk.words().end() + 500;) {
              for (auto n = below(50); n > 0; --n, ++i) ASSERT_EQ(in.next_word(), chunk.word(i));
              in.jump(i += below(below(4) == 0 ? 3 * ring / 4 : 40));
              if (below(8) == 0) in.jump(i += below(ring));
            }
          },
          order);
}

TEST(prefetched_input, ends_wherever_the_reader_gives_up) {
  const prefetched_chunk chunk(1, 3000);
  for (const std::uint32_t ring : ring_sizes)
    for (const std::uint32_t taken : {0u, 1u, 31u, 32u, 33u, 64u, 200u, 749u, 751u, 900u})
      for (const bool jumps : {false, true})
        for (const lane_order& order : reading_orders)
          chunk.run(
              ring,
              [&](const thread&, reader& in, const prefetch_ring&) {
                for (std::uint32_t i = 0; i < taken; ++i) in.next_word();
                if (jumps) in.jump(taken + ring);
              },
              order);
}

TEST(ring_filler, is_a_ring_ahead_and_no_further) {
  const prefetched_chunk chunk(0, 10'000);
  for (const std::uint32_t ring : ring_sizes)
    for (const lane_order& order : reading_orders)
      chunk.run(
          ring,
          [&](const thread& t, reader& in, const prefetch_ring& its) {
            for (std::uint32_t i = 0; i < chunk.words().end(); ++i) {
              in.next_word();
              // It comes so far while the reader stays where it is.
              const std::uint32_t end = its.room_end(i / words_per_line);
              EXPECT_EQ(t.poll_in_block(&its.progress.filled, [=](auto now) { return now >= end; }),
                        end);
            }
          },
          order);
}

// The interpreter lets a warp that polls wait until the other one can do no more.
TEST(prefetched_input, counts_the_same_in_every_lane_order) {
  const prefetched_chunk chunk(0, 20'000);
  for (const std::uint32_t ring : ring_sizes) {
    const auto counts = [&](const lane_order& order) {
      return chunk.run(
          ring,
          [&](const thread&, reader& in, const prefetch_ring&) {
            for (std::uint32_t i = 0; i < 3000; i += i % 3 == 0 ? ring / 3 : 30) {
              in.jump(i);
              in.next_word();
            }
          },
          order);
    };
    const simt::host::counts ascending = counts(lane_order::ascending());
    EXPECT_EQ(ascending.block_barriers, 1u) << "at the beginning";
    EXPECT_EQ(ascending, counts(lane_order::descending()));
    EXPECT_EQ(ascending, counts(lane_order::seeded(9)));
  }
}

}  // namespace
}  // namespace codag
