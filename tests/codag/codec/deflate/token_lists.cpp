// token_lists: what a warp lists and what reads it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "codag/codec/deflate/dense_list.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/codec/deflate/token_sample.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/warp_group.hpp"
#include "tests/support/lambda_kernel.hpp"
#include "tests/support/lz_blocks.hpp"

namespace codag::deflate {
namespace {

// The writer fills its memory to the last byte, which AddressSanitizer guards, and says when it is
// full; the reader gives the tokens that count, in order.
TEST(deflate_token_lists, are_read_as_they_were_written) {
  constexpr std::uint32_t rows = 3;
  constexpr std::size_t window_bytes = token_list::header_bytes + rows * token_list::row_bytes;
  simt::host::global_vector<std::byte> memory(2 * window_bytes);
  std::vector<lz::token> expected, read;
  std::uint32_t listed = 0;
  test::run({1, 32}, [&](const simt::host::thread& t, test::no_storage&) {
    const simt::warp_group<simt::host::thread> warp(t);
    token_list_writer<simt::host::thread> writer(t, memory.data(), memory.size(), &listed);
    for (unsigned window = 0; window < 2; ++window) {
      EXPECT_GE(writer.most_rows(), rows);
      EXPECT_EQ(writer.most_rows() > rows, window == 0) << "the second window has the last rows";
      for (std::uint32_t quad = 0; quad < token_list::row_tokens / 4 * rows; ++quad) {
        word_quad four;
        for (std::uint32_t k = 0; k < 4; ++k)
          four.words[k] = 10000 * window + 100 * t.lane() + 4 * quad + k;
        writer.put(quad, four);
      }
      // Some lanes have nothing that counts; lane 9 has all of its tokens.
      const std::uint32_t first = t.lane() == 9 ? 0 : t.lane() % 5;
      const std::uint32_t count = t.lane() == 9 ? token_list::row_tokens * rows : t.lane() % 3 * 7;
      if (t.lane() == 0) {
        for (unsigned lane = 0; lane < 32; ++lane)
          for (std::uint32_t i = 0; i < (lane == 9 ? token_list::row_tokens * rows : lane % 3 * 7);
               ++i)
            expected.push_back(10000 * window + 100 * lane + (lane == 9 ? 0 : lane % 5) + i);
      }
      writer.end_window({first, count}, rows);
      t.sync_warp();
      EXPECT_EQ(listed, window + 1);
    }
    EXPECT_EQ(writer.windows(), 2u);
    t.sync_warp();
    const std::byte* window = memory.data();
    for (unsigned n = 0; n < 2; ++n) {
      token_list_reader<simt::host::thread> reader(warp, t, window);
      for (std::uint32_t first = 0; first < reader.total(); first += simt::warp_size) {
        const lz::token mine = reader.load(first + t.lane());
        for (unsigned lane = 0; lane < 32; ++lane) {
          const lz::token token = t.shuffle(mine, lane);
          if (t.lane() == 0 && first + lane < reader.total()) read.push_back(token);
        }
      }
      window = reader.next_window();
    }
    EXPECT_EQ(window, memory.data() + memory.size());
  });
  EXPECT_EQ(read, expected);
}

// The lanes put tokens at any place, four at once where these are a multiple of four. The windows
// are of both kinds, and the writer says how many more tokens have room.
TEST(deflate_dense_lists, are_read_as_they_were_written) {
  constexpr std::uint32_t counts[] = {37, 64};
  constexpr std::size_t bytes = 3 * token_list::header_bytes + 192 + 256;
  simt::host::global_vector<std::byte> memory(bytes);
  std::vector<lz::token> expected, read;
  test::run({1, 32}, [&](const simt::host::thread& t, test::no_storage&) {
    const simt::warp_group<simt::host::thread> warp(t);
    dense_list_writer<simt::host::thread> writer(t, memory.data(), memory.size());
    for (const std::uint32_t count : counts) {
      EXPECT_GE(writer.room(), count);
      for (std::uint32_t place = t.lane(); place < count; place += simt::warp_size) {
        word_quad four{};
        four.words[place % 4] = 1000 * count + place;
        writer.put(place / 4 * 4, four, place % 4, place % 4 + 1);
      }
      t.sync_warp();
      if (t.lane() == 5)
        writer.put(8, {{1000 * count + 8, 1000 * count + 9, 1000 * count + 10, 1000 * count + 11}},
                   0, 4);
      if (t.lane() == 0)
        for (std::uint32_t i = 0; i < count; ++i) expected.push_back(1000 * count + i);
      writer.add(count);
      EXPECT_EQ(writer.size(), count);
      EXPECT_TRUE(count != counts[0] || writer.list_stored({7, 9}));
    }
    EXPECT_EQ(writer.room(), 0u);
    writer.end_window();
    EXPECT_FALSE(writer.list_stored({1, 2})) << "the memory is full";
    EXPECT_EQ(writer.windows(), 3u);
    t.sync_warp();
    const std::byte* window = memory.data();
    for (unsigned n = 0; n < 3; ++n) {
      if (n == 1) {
        EXPECT_EQ(token_list::kind_of(t, window), token_list::kind_stored);
        EXPECT_EQ(token_list::stored_of(t, window).from, 7u);
        EXPECT_EQ(token_list::stored_of(t, window).count, 9u);
        window += token_list::header_bytes;
        continue;
      }
      EXPECT_EQ(token_list::kind_of(t, window), token_list::kind_dense);
      const dense_list_reader<simt::host::thread> reader(warp, t, window);
      // Lane k asks for those from number k on, so that the last ones have none.
      for (std::uint32_t first = 0; first < reader.total(); first += 8) {
        lz::token mine[8];
        reader.load(first + t.lane(), mine);
        for (unsigned k = 0; k < 8; ++k) {
          const std::uint32_t i = first + t.lane() + k;
          EXPECT_EQ(mine[k], i < reader.total() ? 1000 * reader.total() + i : lz::make_literal(0));
          if (t.lane() == 0 && i < reader.total()) read.push_back(mine[k]);
        }
      }
      window = reader.next_window();
    }
    EXPECT_EQ(window, memory.data() + memory.size());
  });
  EXPECT_EQ(read, expected);
}

// The first token of a lane's list that counts is at index 1. Some lanes have none.
TEST(deflate_token_lists, are_long_from_64_bytes_per_token_on_average) {
  for (const std::uint32_t missing : {0u, 1u}) {
    simt::host::global_vector<std::byte> memory(token_list::header_bytes + token_list::row_bytes);
    bool found = false;
    test::run({1, 32}, [&](const simt::host::thread& t, test::no_storage&) {
      token_list_writer<simt::host::thread> writer(t, memory.data(), memory.size(), nullptr);
      const std::uint32_t length = (t.lane() % 2 == 0 ? 28 : 100) - (t.lane() == 6 ? missing : 0);
      writer.put(0, {{test::make_match(258, 1), test::make_match(length, 9000), 0, 0}});
      writer.end_window({1, t.lane() < 20 ? 1u : 0u}, 1);
      t.sync_warp();
      const bool are = are_long(t, memory.data());
      if (t.lane() == 0) found = are;
    });
    EXPECT_EQ(found, missing == 0);
  }
}

}  // namespace
}  // namespace codag::deflate
