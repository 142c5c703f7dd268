// ring_input_stream against input_stream, around the ring and from any byte.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "baselines/block_per_chunk/ring_input_stream.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/input_stream.hpp"

namespace codag::baselines {
namespace {

using storage = block_storage<std::uint8_t, deflate::device_decoder<std::uint8_t>>;

/// Words by their index.
struct indexed_words {
  const std::vector<std::uint32_t>& all;
  std::uint32_t operator()(std::uint32_t index) const { return all[index]; }
};

/// The words one by one, from the vector that holds them.
struct word_source {
  const std::vector<std::uint32_t>& all;
  const compressed_words& input;
  std::uint32_t index = input.first();
  std::uint32_t next_word() { return all[index++]; }
  [[nodiscard]] std::uint32_t taken() const { return index; }
  [[nodiscard]] std::uint32_t begin_bit() const { return input.begin_bit(); }
  [[nodiscard]] std::uint32_t end_bit() const { return input.end_bit(); }
  void jump(std::uint32_t to) { index = to; }
  [[nodiscard]] indexed_words words() const { return {all}; }
};

TEST(ring_input_stream, gives_what_input_stream_gives) {
  std::mt19937 random(3);
  alignas(cache_line_bytes) std::byte chunk[cache_line_bytes] = {};
  const std::uint32_t bytes = 3 * sizeof(storage::ring);
  for (const std::uint32_t begin : {0u, 1u, 31u, 126u}) {
    const compressed_words input(chunk + begin, bytes);  // no byte of it is read: words come next
    std::vector<std::uint32_t> words(input.end() + 32);  // a seek may end after the chunk
    for (auto& word : words) word = static_cast<std::uint32_t>(random());

    const auto shared = std::make_unique<storage>();
    ring_input_stream in(*shared, input);
    word_source source{words, input};
    input_stream<word_source, true> expected(source);
    // What the block does: the ring holds the words from the position on, and no other.
    std::uint32_t filled = input.first();
    while (!expected.overrun()) {
      for (; filled < in.word() + storage::ring_words && filled < words.size(); ++filled)
        shared->put_word(filled, words[filled]);
      ASSERT_EQ(in.position(), expected.position());
      ASSERT_EQ(in.word(), expected.word());
      ASSERT_EQ(in.at_end(), expected.at_end());
      const auto width = static_cast<unsigned>(random() % 33);
      ASSERT_EQ(in.peek_bits(width), expected.peek_bits(width)) << "at " << in.position();
      look_ahead ahead = in.look_ahead(), expected_ahead = expected.look_ahead();
      ASSERT_EQ(ahead.peek(), expected_ahead.peek()) << "at " << in.position();
      ahead.skip(32);
      expected_ahead.skip(32);
      ASSERT_EQ(ahead.peek(), expected_ahead.peek()) << "at " << in.position();
      switch (random() % 5) {
        case 0:
          in.follow(ahead);
          expected.follow(expected_ahead);
          break;
        case 1:
          in.align_to_byte();
          expected.align_to_byte();
          break;
        case 2:
          in.skip_word();
          expected.skip_word();
          break;
        case 3: {
          const std::uint32_t to = in.position() + static_cast<std::uint32_t>(random() % 500);
          in.seek(to);
          expected.seek(to);
          break;
        }
        default:
          ASSERT_EQ(in.fetch_bits(width), expected.fetch_bits(width));
      }
    }
    EXPECT_TRUE(in.overrun());
    EXPECT_GT(in.word(), 2 * storage::ring_words) << "twice around the ring";
  }
}

}  // namespace
}  // namespace codag::baselines
