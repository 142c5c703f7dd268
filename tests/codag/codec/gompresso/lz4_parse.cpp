// LZ4's parse: its sequences make LZ4 blocks that liblz4 decodes, as small as liblz4's own.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "codag/codec/gompresso/parse.hpp"
#include "datasets/generator/generator.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/lz_columns.hpp"

namespace codag::gompresso {
namespace {

using test::bytes;

/// LZ4's own limits: distances of 16 bits, and matches of any length.
constexpr settings lz4_settings(bool eliminate_dependencies) {
  return {.window = 65535,
          .look_ahead = 1u << 30,
          .eliminate_dependencies = eliminate_dependencies,
          .parse = parse_kind::lz4,
          .min_match = 4};
}

/// The sequences of a chunk in LZ4's block format (lz4_Block_format.md).
bytes lz4_block(std::span<const std::byte> raw, const std::vector<sequence>& sequences) {
  bytes out;
  std::size_t literals_at = 0, at = 0;
  const auto put = [&](std::size_t value) { out.push_back(static_cast<std::byte>(value)); };
  const auto put_more = [&](std::size_t value) {  // what is above 15 - 1
    for (value -= 15; value >= 255; value -= 255) put(255);
    put(value);
  };
  const auto put_sequence = [&](std::size_t length, std::size_t distance) {
    const std::size_t literals = at - literals_at, more = length == 0 ? 0 : length - 4;
    put(std::min<std::size_t>(literals, 15) << 4 | std::min<std::size_t>(more, 15));
    if (literals >= 15) put_more(literals);
    out.insert(out.end(), raw.begin() + static_cast<std::ptrdiff_t>(literals_at),
               raw.begin() + static_cast<std::ptrdiff_t>(at));
    if (length == 0) return;
    put(distance & 255);
    put(distance >> 8);
    if (more >= 15) put_more(more);
  };
  for (const sequence& s : sequences) {
    at += s.literals;
    if (s.length == 0) continue;  // a long literal string continues
    put_sequence(s.length, s.distance);
    at += s.length;
    literals_at = at;
  }
  put_sequence(0, 0);
  return out;
}

/// The two functions of liblz4 that are used here (lz4.h).
class liblz4 {
 public:
  liblz4() : handle_(dlopen("liblz4.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) return;
    compress_ = reinterpret_cast<compressor*>(dlsym(handle_, "LZ4_compress_default"));
    decompress_ = reinterpret_cast<decompressor*>(dlsym(handle_, "LZ4_decompress_safe"));
  }
  ~liblz4() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  liblz4(const liblz4&) = delete;
  liblz4& operator=(const liblz4&) = delete;

  [[nodiscard]] bool there() const { return compress_ != nullptr && decompress_ != nullptr; }
  [[nodiscard]] std::size_t compressed_bytes(std::span<const std::byte> raw) const {
    std::vector<char> out(raw.size() + raw.size() / 255 + 16);  // LZ4_compressBound
    return static_cast<std::size_t>(compress_(reinterpret_cast<const char*>(raw.data()), out.data(),
                                              static_cast<int>(raw.size()),
                                              static_cast<int>(out.size())));
  }
  [[nodiscard]] bytes decompressed(std::span<const std::byte> block, std::size_t raw_bytes) const {
    bytes out(raw_bytes);
    const int got = decompress_(reinterpret_cast<const char*>(block.data()),
                                reinterpret_cast<char*>(out.data()), static_cast<int>(block.size()),
                                static_cast<int>(raw_bytes));
    out.resize(static_cast<std::size_t>(std::max(got, 0)));
    return out;
  }

 private:
  using compressor = int(const char*, char*, int, int);
  using decompressor = int(const char*, char*, int, int);
  void* handle_;
  compressor* compress_ = nullptr;
  decompressor* decompress_ = nullptr;
};

TEST(lz4_parse, liblz4_decodes_what_it_makes) {
  const liblz4 lz4;
  if (!lz4.there()) GTEST_SKIP() << "liblz4.so.1 is absent; install the package liblz4-1";
  for (const std::size_t size : {1u, 5u, 12u, 13u, 14u, 20u, 300u, 5000u, 70'000u})
    for (const auto& column : test::lz_columns(size, 1))
      for (const bool eliminate : {false, true}) {
        const auto block =
            lz4_block(column.bytes, parse_lz4(column.bytes, lz4_settings(eliminate)));
        ASSERT_EQ(lz4.decompressed(block, column.bytes.size()), column.bytes)
            << column.name << ", " << size << " bytes, " << eliminate;
      }
}

TEST(lz4_parse, reaches_the_ratio_of_liblz4) {
  const liblz4 lz4;
  if (!lz4.there()) GTEST_SKIP() << "liblz4.so.1 is absent; install the package liblz4-1";
  constexpr std::size_t chunk_bytes = 256 * 1024;  // above 64 KiB liblz4 has another table
  for (const char* name : {"wikipedia_text", "matrix_market", "HRG", "TC2"}) {
    const datasets::dataset data = datasets::generate(name, 4 * chunk_bytes, 1);
    double ours = 0, theirs = 0;
    for (std::size_t at = 0; at < data.bytes.size(); at += chunk_bytes) {
      const auto raw = std::span(data.bytes).subspan(at, chunk_bytes);
      ours += static_cast<double>(lz4_block(raw, parse_lz4(raw, lz4_settings(false))).size());
      theirs += static_cast<double>(lz4.compressed_bytes(raw));
    }
    EXPECT_NEAR(ours / theirs, 1, 0.002) << name;
  }
}

// What Fig. 7 measures with LZ4: a source that ends after its group's begin is not taken.
TEST(lz4_parse, dependency_elimination_costs_matches_but_not_most) {
  const datasets::dataset text = datasets::generate("wikipedia_text", 256 * 1024, 1);
  std::size_t matched[2] = {};
  for (const bool eliminate : {false, true}) {
    std::size_t at = 0, group_begin = 0, number = 0, past_begin = 0;
    for (const sequence& s : parse_lz4(text.bytes, lz4_settings(eliminate))) {
      if (number++ % group_sequences == 0) group_begin = at;
      at += s.literals;
      if (s.length > 0 && at - s.distance + s.length > group_begin) ++past_begin;
      at += s.length;
      matched[eliminate ? 1 : 0] += s.length;
    }
    EXPECT_EQ(past_begin == 0, eliminate);
  }
  EXPECT_LT(matched[1], matched[0]);
  EXPECT_GT(matched[1], matched[0] * 9 / 10);
}

}  // namespace
}  // namespace codag::gompresso
