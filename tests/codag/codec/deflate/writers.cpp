// What writes the chunks that deflate's decoder for lanes has parsed: a warp, a block, or a block
// that begins early.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codag/schedule/parse_then_write.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/gpu_facts.hpp"
#include "codag/simt/host/launch.hpp"
#include "datasets/generator/generator.hpp"
#include "tests/support/deflate_streams.hpp"
#include "tests/support/kinds/deflate_chunks.hpp"
#include "tests/support/listing_kernels.hpp"
#include "tests/support/zlib_deflate.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::listing::decode, test::listing::kernels, test::listing::one_chunk,
    test::listing::outcome, test::random_bytes, test::listing::values_with;

// The number of chunks chooses who writes them, and with many, the bytes per token, and whether
// matches repeat values.
TEST(deflate_chunks, are_written_by_blocks_if_chunks_are_few_or_tokens_short_or_values_repeat) {
  const bytes text = random_bytes(150, 20, 3);
  const bytes zeros(150);
  // Values of eight bytes, of which three bytes change now and then; and other long matches.
  bytes values = random_bytes(32 * 1024, 256, 5), rows = random_bytes(1000, 256, 4);
  for (std::size_t i = 8; i < values.size(); ++i)
    if (i % 80 < 72 || i % 80 > 74) values[i] = values[i - 8];
  while (rows.size() < values.size()) rows.push_back(rows[rows.size() - 1000]);
  const auto with = [&](unsigned count, std::string_view writer) {
    bytes in;
    std::vector<chunk> chunks;
    bytes expected;
    for (unsigned i = 0; i < count; ++i) {
      const bytes& raw = i == 1 ? values : i == 2 ? rows : i % 3 == 0 ? text : zeros;
      const bytes stream = test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY);
      chunks.push_back({in.size(), expected.size(), static_cast<std::uint32_t>(stream.size()),
                        static_cast<std::uint32_t>(raw.size())});
      in.insert(in.end(), stream.begin(), stream.end());
      expected.insert(expected.end(), raw.begin(), raw.end());
    }
    const outcome o = decode(in, chunks, expected.size(), writer);
    EXPECT_EQ(o.decoded.out, expected);
    EXPECT_EQ(o.left, 0u);
    return o.by_block;
  };
  EXPECT_EQ(with(9, "warp"), 0u);
  EXPECT_EQ(with(9, "auto"), 9u);
  EXPECT_EQ(with(9, "block"), 9u);
  constexpr std::uint32_t many = kernels::chunks_held_by_blocks(simt::host::interpreted_gpu) + 3;
  EXPECT_EQ(with(many, "warp"), 0u);
  EXPECT_EQ(with(many, "auto"), many / 3 + 1);
  values.resize(values.size() - 1);
  EXPECT_EQ(with(many, "auto"), many / 3) << "one byte less is too little for a block";
}

// The report names who wrote the chunks, not who might have.
TEST(deflate_chunks, have_the_parts_that_ran) {
  const auto encoded = [](const bytes& raw, const test::zlib_settings& settings) {
    return test::stored_chunk{test::zlib_deflate(raw, settings), raw.size()};
  };
  const test::stored_chunk text = encoded(random_bytes(4000, 20, 3), {});
  // Nearly all codewords have 6 bits, so they synchronise late. The warp that parses these literals
  // again writes them; a block writes text that is parsed again.
  const test::stored_chunk late = encoded(random_bytes(70'000, 60, 3), {});
  const test::stored_chunk short_blocks =
      encoded(datasets::generate("wikipedia_text", 30'000, 1, {}, 1).bytes, {.memory_level = 1});
  const test::stored_chunk too_many = test::dense_matches(20'000);
  const auto parts = [](const std::vector<test::stored_chunk>& column, std::string_view writer) {
    bytes in;
    std::vector<chunk> chunks;
    std::size_t out_bytes = 0;
    for (const auto& [stream, values] : column) {
      chunks.push_back({in.size(), out_bytes, static_cast<std::uint32_t>(stream.size()),
                        static_cast<std::uint32_t>(values)});
      in.insert(in.end(), stream.begin(), stream.end());
      out_bytes += values;
    }
    const outcome o = decode(in, chunks, out_bytes, writer);
    return o.decoding + ", " + o.writer;
  };
  EXPECT_EQ(parts({text}, "warp"), "lanes, warp");
  EXPECT_EQ(parts({text}, "block"), "lanes, block");
  EXPECT_EQ(parts({text}, "auto"), "lanes, block") << "the chunks are few";
  EXPECT_EQ(parts({late}, "block"), "lanes, warp");
  EXPECT_EQ(parts({short_blocks}, "warp"), "lanes, block");
  EXPECT_EQ(parts({late, short_blocks}, "warp"), "lanes, warp and block");
  EXPECT_EQ(parts({too_many}, "warp"), "all_threads, rest");
  EXPECT_EQ(parts({text, too_many}, "warp"), "lanes, warp and rest");
  EXPECT_EQ(parts({text, too_many}, "block"), "lanes, block and rest");
}

// Only near its end does a chunk keep a block whose lanes meet late, and only if no other chunk is
// parsed again.
TEST(deflate_chunks, are_parsed_again_unless_lanes_meet_late_near_the_end_only) {
  const bytes early = random_bytes(60'000, 20, 3), late = random_bytes(10'000, 64, 4);
  const auto writer_of = [](const std::vector<std::array<bytes, 2>>& column) {
    bytes in, raw;
    std::vector<chunk> chunks;
    for (const auto& [begin, end] : column) {
      bytes of_chunk = begin;
      of_chunk.insert(of_chunk.end(), end.begin(), end.end());
      const bytes stream = test::zlib_deflate(of_chunk, {.flush_at = begin.size()});
      chunks.push_back({in.size(), raw.size(), static_cast<std::uint32_t>(stream.size()),
                        static_cast<std::uint32_t>(of_chunk.size())});
      in.insert(in.end(), stream.begin(), stream.end());
      raw.insert(raw.end(), of_chunk.begin(), of_chunk.end());
    }
    const outcome o = decode(in, chunks, raw.size(), "warp");
    EXPECT_EQ(o.decoded.out, raw);
    return o.writer;
  };
  EXPECT_EQ(writer_of({{early, late}}), "warp");
  EXPECT_EQ(writer_of({{late, early}}), "block");
  EXPECT_EQ(writer_of({{early, random_bytes(30'000, 64, 4)}}), "block");
  EXPECT_EQ(writer_of({{early, late}, {early, late}}), "warp");
  EXPECT_EQ(writer_of({{late, early}, {early, late}}), "block");
}

// A block that begins early must not take a count from before the launch for that of its chunk.
TEST(deflate_chunks, begin_without_windows) {
  for (const std::uint32_t chunks : {1u, 256u, 257u, 528u}) {
    device_column column{};
    column.chunk_count = chunks;
    simt::host::global_vector<std::byte> memory(kernels::workspace_bytes(column, {}),
                                                std::byte{0xee});
    const token_workspace workspace{memory.data(), chunks, 0};
    const reset_workspace reset{workspace};
    simt::host::launch(reset, reset.shape());
    EXPECT_EQ(*workspace.taken(), 0u);
    for (std::uint32_t i = 0; i < chunks; ++i) EXPECT_EQ(workspace.records()[i].windows, 0u) << i;
  }
}

// Blocks begin while the chunks are parsed if chunks are few, and compressed to a third or less.
TEST(deflate_chunks, are_written_early_if_chunks_are_few_and_compressed_well) {
  const auto writers_of = [](std::uint32_t chunks, std::uint64_t in_bytes, std::uint64_t out_bytes,
                             std::string_view writer) {
    device_column column{};
    column.chunk_count = chunks;
    column.in_bytes = in_bytes;
    column.out_bytes = out_bytes;
    std::string names;
    const auto values = values_with(writer);
    test::each_kernel<kernels>(
        simt::host::interpreted_gpu, column, {.type = element_type::uint8, .values = values},
        [&](const auto& kernel) {
          const std::string_view name = kernel.name;
          // Those for what the others leave always run.
          if (name.starts_with("write") && name != "write_again" && name != "write_stored")
            names += std::string(name) + " ";
        });
    return names;
  };
  constexpr std::uint32_t few = kernels::chunks_held_by_blocks(simt::host::interpreted_gpu);
  EXPECT_EQ(writers_of(few, 1000, 3000, "auto"), "write_by_block_early ");
  EXPECT_EQ(writers_of(few, 1000, 3000, "block"), "write_by_block_early ");
  EXPECT_EQ(writers_of(few, 1001, 32'000, "auto"), "write_by_block_early ");
  EXPECT_EQ(writers_of(few, 1000, 32'000, "auto"), "write_long_by_block_early ");
  EXPECT_EQ(writers_of(few + 1, 1000, 32'000, "block"), "write_by_block ");
  EXPECT_EQ(writers_of(few, 1000, 32'000, "warp"), "write ");
  EXPECT_EQ(writers_of(few, 1000, 3000, "warp"), "write ");
  EXPECT_EQ(writers_of(few, 1001, 3000, "auto"), "write_by_block ");
  EXPECT_EQ(writers_of(few + 1, 1000, 3000, "block"), "write_by_block ");
  EXPECT_EQ(writers_of(few + 1, 1000, 3000, "auto"), "write write_by_block ");
}

// Some windows have long tokens and some have new bytes; and then the chunk ends too early or too
// late, or a match begins before it.
TEST(deflate_chunks, of_long_tokens_are_written_early) {
  const bytes raw = test::long_pieces(600'000, 3, 900);
  const bytes stream = test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY);
  device_column column{};
  column.in_bytes = stream.size();
  column.out_bytes = raw.size();
  ASSERT_TRUE(kernels::expect_long_tokens(simt::host::interpreted_gpu, column));
  const outcome o = decode(stream, one_chunk(stream, raw.size()), raw.size());
  EXPECT_GE(o.windows, 4u);
  EXPECT_EQ(o.left, 0u);
  EXPECT_EQ(o.decoded.out, raw);
  for (const std::size_t wrong : {raw.size() - 1, raw.size() + 1}) {
    const outcome of_wrong = decode(stream, one_chunk(stream, wrong), wrong);
    EXPECT_EQ(of_wrong.left, 1u);
    EXPECT_NE(of_wrong.decoded.statuses[0], status::ok) << wrong;
  }
  const bytes before(raw.begin(), raw.begin() + 8000), after(raw.begin() + 8000, raw.end());
  const bytes damaged = test::zlib_deflate(after, {.dictionary = before});
  const outcome of_damaged = decode(damaged, one_chunk(damaged, after.size()), after.size());
  EXPECT_EQ(of_damaged.left, 1u);
  EXPECT_STREQ(to_string(of_damaged.decoded.statuses[0]), "malformed_symbol");
}

// A block that finds a chunk damaged must wait for the parser, which would have the last word. With
// one chunk, both begin at once if there are two cores.
TEST(deflate_chunks, are_written_or_given_up_while_they_are_parsed) {
  const test::long_chunk its = test::make_long_chunk(400'000, 9);
  for (const bytes* const stream : {&its.stream, &its.damaged}) {
    device_column column{};
    column.in_bytes = stream->size();
    column.out_bytes = its.raw.size();
    ASSERT_TRUE(kernels::begin_early(simt::host::interpreted_gpu, column));
    // Timing decides how far the parser has come when the block gives its verdict.
    for (unsigned launch = 0; launch < 2; ++launch) {
      const auto chunks = one_chunk(*stream, its.raw.size());
      const outcome o = decode(*stream, chunks, its.raw.size(), "auto");
      EXPECT_GE(o.windows, 4u);
      if (stream == &its.stream) {
        EXPECT_EQ(o.decoded.out, its.raw);
        EXPECT_EQ(o.left, 0u);
      } else {
        EXPECT_STREQ(to_string(o.decoded.statuses[0]), "malformed_symbol");
        EXPECT_EQ(o.left, 1u);
      }
    }
  }
}

}  // namespace
}  // namespace codag::deflate
