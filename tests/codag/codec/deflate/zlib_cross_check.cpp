// What zlib's encoder writes, at every level and by every strategy, comes back out of the reference
// decoder and of the device decoder.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "codag/codec/codec.hpp"
#include "tests/support/deflate_streams.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::zlib_deflate;

constexpr int strategies[] = {Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};

/// Streams that are decoded in one launch, one per chunk.
class stream_batch {
 public:
  void add(const bytes& in, const bytes& raw, const std::string& name) {
    chunks_.push_back({in_.size(), out_.size(), static_cast<std::uint32_t>(in.size()),
                       static_cast<std::uint32_t>(raw.size())});
    in_.insert(in_.end(), in.begin(), in.end());
    out_.insert(out_.end(), raw.begin(), raw.end());
    names_.push_back(name);
    bytes out(raw.size(), std::byte{0xee});
    EXPECT_STREQ(to_string(test::reference_decode(in, out)), "ok") << name;
    EXPECT_EQ(out, raw) << name << ", reference decoder";
  }

  void expect_device_decodes() const {
    for (const auto& [variant, poison] : test::device_runs) {
      const test::decoded d = test::decode_on_device(variant, in_, chunks_, out_.size(), poison);
      for (std::size_t i = 0; i < chunks_.size(); ++i) {
        EXPECT_STREQ(to_string(d.statuses[i]), "ok") << names_[i] << ", " << variant;
        const auto begin = static_cast<std::ptrdiff_t>(chunks_[i].out_offset);
        EXPECT_TRUE(std::equal(out_.begin() + begin, out_.begin() + begin + chunks_[i].out_bytes,
                               d.out.begin() + begin))
            << names_[i] << ", " << variant;
      }
    }
  }

 private:
  bytes in_, out_;
  std::vector<chunk> chunks_;
  std::vector<std::string> names_;
};

/// Compresses with every strategy, and with every level or every second one.
void expect_all_settings(std::size_t count, unsigned seed, int first_level = 0, int step = 1) {
  stream_batch batch;
  for (const auto& input : test::deflate_inputs(count, seed)) {
    const std::string name = input.name + ", " + std::to_string(input.bytes.size()) + " bytes";
    // Many settings give the same stream.
    std::set<bytes> streams;
    const auto add = [&](int level, int strategy, int memory, const std::string& setting) {
      const bytes stream = zlib_deflate(input.bytes, level, strategy, memory);
      if (streams.insert(stream).second) batch.add(stream, input.bytes, name + setting);
    };
    for (int level = first_level; level <= 9; level += step)
      add(level, Z_DEFAULT_STRATEGY, 8, ", level " + std::to_string(level));
    for (const int strategy : strategies)
      add(9, strategy, 8, ", strategy " + std::to_string(strategy));
    // Small hash tables and buffers: many short blocks.
    add(6, Z_DEFAULT_STRATEGY, 1, ", memory level 1");
  }
  batch.expect_device_decodes();
}

TEST(deflate_zlib, tiny_inputs_at_every_level_and_strategy) {
  for (const std::size_t count : {0, 1, 2, 3, 4, 7}) expect_all_settings(count, 1);
}
TEST(deflate_zlib, inputs_about_the_longest_match_at_every_level_and_strategy) {
  for (const int count : {257, 258, 259, 260})
    expect_all_settings(static_cast<std::size_t>(count), 2, count % 2, 2);
}
TEST(deflate_zlib, larger_inputs_at_every_level_and_strategy) {
  expect_all_settings(2500, 3);
}

// Distances of the whole window, stored blocks of the greatest length, codewords of 15 bits.
TEST(deflate_zlib, inputs_larger_than_the_window) {
  std::mt19937_64 random(4);
  stream_batch batch;
  for (const std::size_t period : {32767u, 32768u, 32769u, 32768u - 258, 32768u - 262 + 1}) {
    bytes raw(period + 3000);
    for (std::size_t i = 0; i < raw.size(); ++i)
      raw[i] = i < period ? static_cast<std::byte>(random()) : raw[i - period];
    batch.add(zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY), raw, "period " + std::to_string(period));
  }
  bytes noise(65535 + 700);
  for (auto& b : noise) b = static_cast<std::byte>(random());
  batch.add(zlib_deflate(noise, 0, Z_DEFAULT_STRATEGY), noise, "stored blocks");
  const bytes skewed = test::skewed_bytes(120'000, random);
  batch.add(zlib_deflate(skewed, 9, Z_HUFFMAN_ONLY, 9), skewed, "long codewords");
  batch.expect_device_decodes();
}

constexpr std::array one_of_each_size = {element_type::int8, element_type::uint16,
                                         element_type::int32, element_type::uint64};

// Through the codec's registry and the chunk table, as the harness does it.
TEST(deflate_zlib, columns_of_every_type_in_chunks) {
  const codec* deflate = find_codec("deflate");
  ASSERT_NE(deflate, nullptr);
  for (const element_type type : test::all_types)
    for (const auto& column : test::adversarial_columns(type, 1200, 5)) {
      const chunked_column c = compress(*deflate, column.bytes, type, 1000);
      bytes out(column.bytes.size(), std::byte{0xee});
      EXPECT_EQ(decompress_reference(*deflate, c, out),
                std::vector<status>(c.chunks.size(), status::ok));
      EXPECT_EQ(out, column.bytes) << column.name << " of " << to_string(type);
      // Elements of the same size have the same bytes, and the decoders do not look at types.
      if (std::ranges::find(one_of_each_size, type) != one_of_each_size.end())
        for (const char* variant : test::device_decoders) {
          const test::decoded d =
              test::decode_on_device(variant, c.bytes, c.chunks, column.bytes.size());
          EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
          EXPECT_EQ(d.out, column.bytes)
              << variant << ", " << column.name << " of " << to_string(type);
        }
      EXPECT_GT(c.symbols, 0u);
    }
}

}  // namespace
}  // namespace codag::deflate
