// deflate's decoder for lanes: which chunks it decodes itself, and which it leaves to the
// sequential decoder. That every chunk comes out right is what the tests of all variants see.
#include "codag/codec/deflate/two_step_decoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/schedule/parse_then_write.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/host/stream.hpp"
#include "datasets/generator/generator.hpp"
#include "tests/support/decode_on_host.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/deflate_streams.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::code_lengths;
using kernels = parse_then_write<two_step_decoder<std::uint8_t>>;

struct outcome {
  test::decoded decoded;
  unsigned left = 0;      ///< chunks that the lanes leave
  unsigned by_block = 0;  ///< chunks that blocks write
  std::uint32_t windows = 0;
};

/// The standard values of the parameters, but for who writes chunks.
auto values_with(std::string_view writer) {
  auto values = standard_values(kernels::parameters);
  values[1] = static_cast<std::uint64_t>(std::ranges::find(kernels::writers, writer) -
                                         kernels::writers.begin());
  return values;
}

outcome decode(const bytes& in, const std::vector<chunk>& chunks, std::size_t out_bytes,
               std::string_view writer) {
  outcome result;
  const auto launch = [&](const device_column& column) {
    simt::host::global_vector<std::byte> memory(kernels::workspace_bytes(column), std::byte{0xee});
    simt::host::stream stream({});
    kernels::with(column, values_with(writer), memory.data()).each_kernel([&](const auto& kernel) {
      stream.launch(kernel, kernel.shape());
    });
    const simt::host::counts counts = stream.finish();
    const token_workspace workspace{memory.data(), column.chunk_count, 0};
    for (std::uint32_t i = 0; i < column.chunk_count; ++i) {
      result.left += workspace.records()[i].left ? 1 : 0;
      result.by_block += workspace.records()[i].by_block ? 1 : 0;
      result.windows += window_count::windows(workspace.records()[i].windows);
    }
    return counts;
  };
  result.decoded = test::decode_with(launch, in, chunks, out_bytes);
  return result;
}

/// Written by a warp, and by a block: the outcome is the same.
outcome decode(const bytes& in, const std::vector<chunk>& chunks, std::size_t out_bytes) {
  const outcome by_warp = decode(in, chunks, out_bytes, "warp");
  outcome by_block = decode(in, chunks, out_bytes, "block");
  EXPECT_EQ(by_block.left, by_warp.left);
  EXPECT_EQ(by_block.decoded.statuses, by_warp.decoded.statuses);
  EXPECT_EQ(by_block.decoded.out, by_warp.decoded.out);
  return by_block;
}

std::vector<chunk> one_chunk(const bytes& in, std::size_t out_bytes) {
  return {{0, 0, static_cast<std::uint32_t>(in.size()), static_cast<std::uint32_t>(out_bytes)}};
}

/// Whether the lanes leave a stream, which gives `raw`.
bool is_left(const bytes& stream, const bytes& raw, const std::string& name) {
  const outcome o = decode(stream, one_chunk(stream, raw.size()), raw.size());
  EXPECT_STREQ(to_string(o.decoded.statuses[0]), "ok") << name;
  EXPECT_EQ(o.decoded.out, raw) << name;
  return o.left == 1;
}

bytes random_bytes(std::size_t count, unsigned values, unsigned seed) {
  std::mt19937_64 random(seed);
  bytes b(count);
  for (auto& v : b) v = static_cast<std::byte>(random() % values);
  return b;
}

TEST(deflate_lanes, have_room_for_the_lists_of_any_chunks) {
  using decoder = two_step_decoder<std::uint8_t>;
  for (const std::uint64_t bytes : {1u, 3u, 4u, 31u, 1001u}) {
    const std::uint64_t chunks = 10000;
    EXPECT_LE(chunks * decoder::list_bytes(bytes),
              decoder::list_bytes(chunks * bytes) + chunks * decoder::list_bytes(0));
    EXPECT_EQ(decoder::list_bytes(bytes) % decoder::list_alignment, 0u);
  }
}

// More chunks over the same bytes than the workspace has room for: the last ones are left.
TEST(deflate_lanes, leave_chunks_that_get_no_lists) {
  const bytes raw = random_bytes(20000, 50, 7);
  const bytes stream = test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY);
  std::vector<chunk> chunks;
  for (unsigned i = 0; i < 10; ++i)
    chunks.push_back({0, i * raw.size(), static_cast<std::uint32_t>(stream.size()),
                      static_cast<std::uint32_t>(raw.size())});
  const outcome o = decode(stream, chunks, chunks.size() * raw.size());
  EXPECT_GT(o.left, 0u);
  EXPECT_LT(o.left, chunks.size());
  EXPECT_EQ(o.decoded.statuses, std::vector<status>(chunks.size(), status::ok));
  for (const chunk& c : chunks)
    EXPECT_TRUE(std::equal(raw.begin(), raw.end(),
                           o.decoded.out.begin() + static_cast<std::ptrdiff_t>(c.out_offset)));
}

// The number of chunks chooses who writes them, and with many, the bytes per token, and whether
// matches repeat values.
TEST(deflate_lanes, are_written_by_blocks_if_chunks_are_few_or_tokens_short_or_values_repeat) {
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
  EXPECT_EQ(with(9, "chosen"), 9u);
  EXPECT_EQ(with(9, "block"), 9u);
  EXPECT_EQ(with(kernels::few_chunks + 3, "warp"), 0u);
  EXPECT_EQ(with(kernels::few_chunks + 3, "chosen"), (kernels::few_chunks + 3) / 3 + 1);
  values.resize(values.size() - 1);
  EXPECT_EQ(with(kernels::few_chunks + 3, "chosen"), (kernels::few_chunks + 3) / 3)
      << "one byte less is too little for a block";
}

// A block that begins early must not take a count from before the launch for that of its chunk.
TEST(deflate_lanes, begin_without_windows) {
  for (const std::uint32_t chunks : {1u, 256u, 257u, 528u}) {
    device_column column{};
    column.chunk_count = chunks;
    simt::host::global_vector<std::byte> memory(kernels::workspace_bytes(column), std::byte{0xee});
    const token_workspace workspace{memory.data(), chunks, 0};
    const reset_workspace reset{workspace};
    simt::host::launch(reset, reset.shape());
    EXPECT_EQ(*workspace.taken(), 0u);
    for (std::uint32_t i = 0; i < chunks; ++i) EXPECT_EQ(workspace.records()[i].windows, 0u) << i;
  }
}

// Blocks begin while the chunks are parsed if chunks are few, and compressed to a third or less.
TEST(deflate_lanes, are_written_early_if_chunks_are_few_and_compressed_well) {
  const auto writers_of = [](std::uint32_t chunks, std::uint64_t in_bytes, std::uint64_t out_bytes,
                             std::string_view writer) {
    device_column column{};
    column.chunk_count = chunks;
    column.in_bytes = in_bytes;
    column.out_bytes = out_bytes;
    std::string names;
    kernels::with(column, values_with(writer), nullptr).each_kernel([&](const auto& kernel) {
      if (std::string_view(kernel.name).starts_with("write"))
        names += std::string(kernel.name) + " ";
    });
    return names;
  };
  constexpr std::uint32_t few = kernels::few_chunks;
  EXPECT_EQ(writers_of(few, 1000, 3000, "chosen"), "write_by_block_early ");
  EXPECT_EQ(writers_of(few, 1000, 3000, "block"), "write_by_block_early ");
  EXPECT_EQ(writers_of(few, 1000, 3000, "warp"), "write ");
  EXPECT_EQ(writers_of(few, 1001, 3000, "chosen"), "write_by_block ");
  EXPECT_EQ(writers_of(few + 1, 1000, 3000, "block"), "write_by_block ");
  EXPECT_EQ(writers_of(few + 1, 1000, 3000, "chosen"), "write write_by_block ");
}

// A block that finds a chunk damaged must wait for the parser, which would have the last word. With
// one chunk, both begin at once if there are two cores.
TEST(deflate_lanes, are_written_or_given_up_while_they_are_parsed) {
  const test::long_chunk its = test::make_long_chunk(400'000, 9);
  for (const bytes* const stream : {&its.stream, &its.damaged}) {
    ASSERT_LE(3 * stream->size(), its.raw.size()) << "or the block does not begin early";
    for (unsigned launch = 0; launch < 2; ++launch) {
      const auto chunks = one_chunk(*stream, its.raw.size());
      const outcome o = decode(*stream, chunks, its.raw.size(), "chosen");
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

// The writer fills its memory to the last byte, which AddressSanitizer guards, and says when it is
// full; the reader gives the tokens that count, in order.
TEST(deflate_token_lists, are_read_as_they_were_written) {
  constexpr std::uint32_t rows = 3;
  constexpr std::size_t window_bytes = token_window::header_bytes + rows * token_window::row_bytes;
  simt::host::global_vector<std::byte> memory(2 * window_bytes);
  std::vector<lz::token> expected, read;
  std::uint32_t listed = 0;
  test::run({1, 32}, [&](const simt::host::thread& t, test::no_storage&) {
    const simt::warp_group<simt::host::thread> warp(t);
    token_list_writer<simt::host::thread> writer(t, memory.data(), memory.size(), &listed);
    for (unsigned window = 0; window < 2; ++window) {
      EXPECT_GE(writer.most_rows(), rows);
      EXPECT_EQ(writer.most_rows() > rows, window == 0) << "the second window has the last rows";
      for (std::uint32_t quad = 0; quad < token_window::row_tokens / 4 * rows; ++quad) {
        word_quad four;
        for (std::uint32_t k = 0; k < 4; ++k)
          four.words[k] = 10000 * window + 100 * t.lane() + 4 * quad + k;
        writer.put(quad, four);
      }
      // Some lanes have nothing that counts; lane 9 has all of its tokens.
      const std::uint32_t first = t.lane() == 9 ? 0 : t.lane() % 5;
      const std::uint32_t count =
          t.lane() == 9 ? token_window::row_tokens * rows : t.lane() % 3 * 7;
      if (t.lane() == 0) {
        for (unsigned lane = 0; lane < 32; ++lane)
          for (std::uint32_t i = 0;
               i < (lane == 9 ? token_window::row_tokens * rows : lane % 3 * 7); ++i)
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

TEST(deflate_lanes, decode_the_papers_columns) {
  for (const char* name : {"MC0", "MC3", "TPC", "TPT", "CD2", "TC2", "HRG"}) {
    const auto column = datasets::generate(name, 1 << 17, 1, {}, 1);
    const chunked_column c = compress(*find_codec("deflate"), column.bytes, column.type);
    const outcome o = decode(c.bytes, c.chunks, column.bytes.size());
    EXPECT_EQ(o.left, 0u) << name;
    EXPECT_EQ(o.decoded.out, column.bytes) << name;
  }
}

TEST(deflate_lanes, decode_stored_blocks_of_any_length) {
  for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 2047u, 2048u, 2049u, 70000u}) {
    const bytes raw = random_bytes(count, 256, 1);
    const std::string name = std::to_string(count) + " stored bytes";
    EXPECT_FALSE(is_left(test::zlib_deflate(raw, 0, Z_DEFAULT_STRATEGY), raw, name)) << name;
  }
}

TEST(deflate_lanes, decode_fixed_blocks) {
  const bytes raw = random_bytes(20000, 16, 2);
  EXPECT_FALSE(is_left(test::zlib_deflate(raw, 9, Z_FIXED), raw, "fixed"));
}

TEST(deflate_lanes, decode_blocks_of_every_kind_in_one_stream) {
  // Text, then bytes that zlib stores, and again; with a smaller buffer, zlib makes shorter blocks.
  bytes raw;
  for (unsigned i = 0; i < 4; ++i) {
    for (const bytes& part : {random_bytes(9000, 20, i), random_bytes(3000, 256, i)})
      raw.insert(raw.end(), part.begin(), part.end());
  }
  EXPECT_FALSE(is_left(test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY, 6), raw, "mixed"));
}

// Few lanes find tokens of a block that is shorter than a window.
TEST(deflate_lanes, leave_streams_of_tiny_blocks) {
  const bytes raw = random_bytes(20000, 50, 6);
  EXPECT_TRUE(is_left(test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY, 1), raw, "tiny blocks"));
}

// Nearly all codewords have 5 bits. A lane that starts within one stays within. (Codewords of 1, 2,
// 4 or 8 bits begin at every lane's start.)
TEST(deflate_lanes, leave_codes_that_do_not_synchronise) {
  const bytes raw = random_bytes(30000, 30, 3);
  EXPECT_TRUE(is_left(test::zlib_deflate(raw, 9, Z_HUFFMAN_ONLY), raw, "codewords of 5 bits"));
}

// The lists have no room for as many tokens as two bits per token make.
TEST(deflate_lanes, leave_chunks_of_too_many_tokens) {
  const bytes raw = random_bytes(131072, 3, 4);
  EXPECT_TRUE(is_left(test::zlib_deflate(raw, 9, Z_HUFFMAN_ONLY), raw, "codewords of 2 bits"));
}

/// A block of literals from 3 to 254, which have codewords of 8 bits. The lengths
/// begin with three zeros, which meta symbol `first` stands for.
bytes block_whose_lengths_begin_with(unsigned first, const bytes& raw) {
  code_lengths lengths(end_of_block + 1, 8);
  std::fill_n(lengths.begin(), 3, std::uint8_t{0});
  lengths[255] = lengths[end_of_block] = 7;  // 252 / 256 + 2 / 128 = 1
  code_lengths meta(meta_symbols, 4);
  std::fill(meta.begin() + 13, meta.end(), std::uint8_t{5});  // 13 / 16 + 6 / 32 = 1
  test::bit_writer out;
  out.put(1, 1);
  out.put(static_cast<unsigned>(block_type::dynamic), 2);
  out.put(0, 5);  // 257 literals
  out.put(0, 5);  // 1 distance
  out.put(meta_symbols - 4, 4);
  for (unsigned i = 0; i < meta_symbols; ++i) out.put(meta[meta_order(i)], 3);
  out.put_symbol(meta, first);
  out.put(0, first == 16 ? 2 : 3);  // three times
  for (unsigned i = 3; i <= end_of_block; ++i) out.put_symbol(meta, lengths[i]);
  out.put_symbol(meta, 0);
  for (const std::byte b : raw) out.put_symbol(lengths, std::to_integer<unsigned>(b));
  out.put_symbol(lengths, end_of_block);
  return out.bytes();
}

// Without a length before it, symbol 16 has nothing to repeat (RFC 1951 section 3.2.7).
TEST(deflate_lanes, leave_lengths_that_begin_with_a_repeat) {
  bytes raw = random_bytes(5000, 252, 8);
  for (std::byte& b : raw) b = static_cast<std::byte>(std::to_integer<unsigned>(b) + 3);
  EXPECT_FALSE(is_left(block_whose_lengths_begin_with(17, raw), raw, "three zeros"));
  const bytes wrong = block_whose_lengths_begin_with(16, raw);
  const outcome o = decode(wrong, one_chunk(wrong, raw.size()), raw.size());
  EXPECT_EQ(o.left, 1u);
  EXPECT_STREQ(to_string(o.decoded.statuses[0]), "malformed_symbol");
}

TEST(deflate_lanes, leave_what_is_no_whole_chunk) {
  const bytes raw = random_bytes(20000, 50, 5);
  const bytes stream = test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY);
  const auto expect_left = [&](const bytes& in, std::size_t out_bytes, const char* expected) {
    const outcome o = decode(in, one_chunk(in, out_bytes), out_bytes);
    EXPECT_EQ(o.left, 1u) << expected;
    EXPECT_STREQ(to_string(o.decoded.statuses[0]), expected);
  };
  bytes longer = stream;
  longer.push_back(std::byte{0});
  expect_left(longer, raw.size(), "trailing_input");
  expect_left(bytes(stream.begin(), stream.end() - 1), raw.size(), "truncated_input");
  expect_left(stream, raw.size() - 1, "output_overflow");
  expect_left(stream, raw.size() + 1, "truncated_input");
}

/// A final dynamic block of literals only; symbol 256 ends it.
bytes block_of_literals(const code_lengths& lengths, const std::vector<unsigned>& symbols) {
  test::bit_writer out;
  out.put(1, 1);
  out.put(static_cast<unsigned>(block_type::dynamic), 2);
  out.put(0, 5);
  out.put(0, 5);
  out.put(meta_symbols - 4, 4);
  code_lengths all = lengths;
  all.push_back(0);  // no distance has a codeword
  std::mt19937_64 random(1);
  test::put_code_lengths(out, all, false, random);
  for (const unsigned symbol : symbols) out.put_symbol(lengths, symbol);
  out.put_symbol(lengths, end_of_block);
  return out.bytes();
}

// Lanes that start at a wrong bit see the end of the block everywhere, and go on. The lane that
// stands on the true one has seen others before.
TEST(deflate_lanes, find_the_end_of_a_block_among_false_ones) {
  for (const std::uint8_t end_bits : code_lengths{2, 3, 5, 8}) {
    code_lengths lengths(end_of_block + 1);
    lengths[end_of_block] = end_bits;
    // The other codewords fill the code: one of each length, and two of the last.
    unsigned symbol = 'a';
    for (std::uint8_t length = 1; length <= 12; ++length)
      if (length != end_bits) lengths[symbol++] = length;
    lengths[symbol++] = 12;
    std::mt19937_64 random(end_bits);
    for (const std::size_t count : {3u, 100u, 700u, 5000u}) {
      std::vector<unsigned> symbols;
      bytes raw;
      for (std::size_t i = 0; i < count; ++i) {
        symbols.push_back('a' + static_cast<unsigned>(random() % (symbol - 'a')));
        raw.push_back(static_cast<std::byte>(symbols.back()));
      }
      const std::string name =
          std::to_string(count) + " symbols, an end of " + std::to_string(end_bits) + " bits";
      EXPECT_FALSE(is_left(block_of_literals(lengths, symbols), raw, name)) << name;
    }
  }
}

}  // namespace
}  // namespace codag::deflate
