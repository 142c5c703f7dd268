// lz::block_output::append(), which copies bytes of the input, at every alignment and around the
// lengths of its vectors, rows and ring.
#include "codag/lz/output/block_output.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "codag/stream/compressed_words.hpp"
#include "tests/support/lz_blocks.hpp"

namespace codag::lz {
namespace {

using test::byte_vector;
constexpr std::uint32_t ring_bytes = block_output_storage::ring_bytes;

/// Memory of exactly `bytes` bytes from `offset` bytes after a cache line on: AddressSanitizer sees
/// an access past it, and the test one before it.
struct input {
  struct free_line {
    void operator()(std::byte* p) const {
      ::operator delete[](p, std::align_val_t{cache_line_bytes});
    }
  };
  std::unique_ptr<std::byte[], free_line> memory;
  std::byte* begin;
  std::uint32_t bytes;

  input(std::uint32_t offset, std::uint32_t count, std::mt19937& random)
      : memory(static_cast<std::byte*>(
            ::operator new[](offset + count, std::align_val_t{cache_line_bytes}))),
        begin(memory.get() + offset),
        bytes(count) {
    std::generate_n(memory.get(), offset + count, [&] { return static_cast<std::byte>(random()); });
  }
};

/// A stored block: the bytes of the input from `from` on.
struct piece {
  std::uint32_t from, count;
};

/// Appends the pieces, and compares the output, and what a match could reach after each.
void expect_copies(const input& in, const std::vector<piece>& pieces, std::size_t out_offset,
                   const std::string& what) {
  byte_vector expected;
  std::vector<std::size_t> ends;
  for (const piece& p : pieces) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(in.begin) + p.from;
    expected.insert(expected.end(), from, from + p.count);
    ends.push_back(expected.size());
  }
  bool whole = false;
  std::size_t wrong = 0;
  const byte_vector written = test::written_by(out_offset, expected.size(), [&](std::byte* out) {
    test::run_block(out, expected.size(), [&](test::block_thread& b) {
      b.t.sync_block();
      const std::uint32_t begin = b.output.batch() + b.output.begun_bytes();
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        b.output.append(compressed_words(in.begin, in.bytes), pieces[i].from, pieces[i].count);
        b.t.sync_block();
        if (b.t.thread_index() == 0)
          for (std::size_t k = 1; k <= std::min<std::size_t>(ends[i], ring_bytes); ++k) {
            const auto at = static_cast<std::uint32_t>(ends[i] - k);
            wrong += b.output.byte_at(begin + at) != expected[at] ? 1 : 0;
          }
        b.t.sync_block();
      }
      const bool is_whole = b.output.finish();
      if (b.t.thread_index() == 0) whole = is_whole;
    });
  });
  EXPECT_TRUE(whole) << what;
  EXPECT_EQ(wrong, 0u) << what << ": bytes of the ring";
  EXPECT_TRUE(written == expected) << what;
}

TEST(block_output, appends_bytes_at_every_alignment) {
  std::mt19937 random(1);
  for (std::uint32_t offset = 0; offset < 20; ++offset)
    for (std::uint32_t from = 2; from < 7; ++from)
      for (std::uint32_t ends_before = 0; ends_before < 9; ++ends_before) {
        const std::uint32_t count = 40 + offset * 7;
        const input in(offset, from + count + ends_before, random);
        expect_copies(in, {{from, count}}, offset * 5 % 16,
                      std::to_string(offset) + ", " + std::to_string(from) + ", " +
                          std::to_string(ends_before));
      }
}

TEST(block_output, appends_pieces_of_all_small_lengths) {
  std::mt19937 random(2);
  for (std::uint32_t length = 0; length < 300; ++length) {
    const auto offset = static_cast<std::uint32_t>(random() % 128);
    const auto from = static_cast<std::uint32_t>(2 + random() % 9);
    const input in(offset, from + length, random);
    expect_copies(in, {{from, length}, {2, from + length - 2}, {from, length}}, random() % 16,
                  std::to_string(length));
  }
}

TEST(block_output, appends_pieces_around_the_size_of_the_ring) {
  std::mt19937 random(3);
  const input in(77, 70000, random);
  for (const std::uint32_t first : {0u, 1u, 15u, 16u, 17u})
    for (const std::uint32_t length :
         {2032u, 2048u, 2064u, 32752u, 32767u, 32768u, 32769u, 32784u, 32785u, 65519u, 65535u})
      expect_copies(in, {{9, first}, {5, length}, {30000, 3}, {40000, 20}}, random() % 16,
                    std::to_string(first) + ", " + std::to_string(length));
}

}  // namespace
}  // namespace codag::lz
