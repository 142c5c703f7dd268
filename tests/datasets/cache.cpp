#include "datasets/cache/cache.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "datasets/cache/cache_file.hpp"
#include "datasets/generator/generator.hpp"
#include "tests/datasets/temporary_directory.hpp"

namespace codag::datasets {
namespace {

class cache : public testing::Test {
 protected:
  void SetUp() override { setenv("CODAG_CACHE", directory().c_str(), 1); }
  void TearDown() override { unsetenv("CODAG_CACHE"); }

  [[nodiscard]] std::filesystem::path directory() const { return dir_.path() / "kept"; }

  [[nodiscard]] std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> result;
    for (const auto& entry : std::filesystem::directory_iterator(directory()))
      result.push_back(entry.path());
    return result;
  }

  chunked_column load() { return load_or_compress(data_, codec_, default_chunk_bytes, stats_); }

  static void expect_same(const chunked_column& a, const chunked_column& b) {
    EXPECT_EQ(a.type, b.type);
    EXPECT_EQ(a.chunk_bytes, b.chunk_bytes);
    EXPECT_EQ(a.raw_bytes, b.raw_bytes);
    EXPECT_EQ(a.symbols, b.symbols);
    EXPECT_EQ(a.bytes, b.bytes);
    ASSERT_EQ(a.chunks.size(), b.chunks.size());
    for (std::size_t i = 0; i < a.chunks.size(); ++i) {
      EXPECT_EQ(a.chunks[i].in_offset, b.chunks[i].in_offset);
      EXPECT_EQ(a.chunks[i].out_offset, b.chunks[i].out_offset);
      EXPECT_EQ(a.chunks[i].in_bytes, b.chunks[i].in_bytes);
      EXPECT_EQ(a.chunks[i].out_bytes, b.chunks[i].out_bytes);
    }
  }

  temporary_directory dir_;
  dataset data_ = generate("MC0", 300'000, 1);
  const codec& codec_ = *find_codec("rle_v1");
  chunked_column fresh_ = compress(codec_, data_.bytes, data_.type);
  cache_stats stats_;
};

TEST_F(cache, misses_once_and_then_hits) {
  expect_same(load(), fresh_);
  expect_same(load(), fresh_);
  EXPECT_EQ(stats_.misses, 1u);
  EXPECT_EQ(stats_.hits, 1u);
  EXPECT_EQ(stats_.damaged, 0u);
  EXPECT_EQ(stats_.not_written, 0u);
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(cache, keeps_apart_what_the_column_depends_on) {
  load();
  load_or_compress(data_, codec_, 64 * 1024, stats_);
  const dataset other = generate("MC0", 300'000, 2);
  load_or_compress(other, codec_, default_chunk_bytes, stats_);
  dataset retyped = data_;
  retyped.type = element_type::int64;
  load_or_compress(retyped, codec_, default_chunk_bytes, stats_);
  const codec renamed = {"another", codec_.encode, codec_.decode};
  load_or_compress(data_, renamed, default_chunk_bytes, stats_);
  const codec reset = {codec_.name, codec_.encode, codec_.decode, "level 3"};
  load_or_compress(data_, reset, default_chunk_bytes, stats_);
  EXPECT_EQ(stats_.misses, 6u);
  EXPECT_EQ(files().size(), 6u);
}

TEST_F(cache, a_damaged_file_is_made_again) {
  load();
  const auto path = files().at(0);
  const auto size = std::filesystem::file_size(path);
  // Bytes in the magic, the key, the numbers, the chunk table, the data and the digest.
  for (const std::uintmax_t at : {std::uintmax_t{0}, std::uintmax_t{20}, std::uintmax_t{140},
                                  std::uintmax_t{180}, size / 2, size - 1}) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 0x10));
    file.close();
    stats_ = {};
    expect_same(load(), fresh_);
    EXPECT_EQ(stats_.damaged, 1u) << at;
    EXPECT_EQ(stats_.misses, 1u);
    EXPECT_NE(stats_.first_problem.find(path.string()), std::string::npos);
    expect_same(load(), fresh_);
    EXPECT_EQ(stats_.hits, 1u);
  }
}

TEST_F(cache, a_file_cut_short_is_made_again) {
  load();
  const auto path = files().at(0);
  const auto size = std::filesystem::file_size(path);
  for (const std::uintmax_t left : {std::uintmax_t{0}, std::uintmax_t{63}, size / 2, size - 1}) {
    std::filesystem::resize_file(path, left);
    stats_ = {};
    expect_same(load(), fresh_);
    EXPECT_EQ(stats_.damaged, 1u) << left;
  }
}

TEST_F(cache, a_file_that_became_huge_is_not_read_whole) {
  load();
  std::filesystem::resize_file(files().at(0), std::uintmax_t{1} << 42);  // sparse
  stats_ = {};
  expect_same(load(), fresh_);
  EXPECT_EQ(stats_.damaged, 1u);
}

TEST_F(cache, concurrent_writers_leave_one_whole_file) {
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i)
    writers.emplace_back([&] {
      cache_stats stats;
      const chunked_column column = load_or_compress(data_, codec_, default_chunk_bytes, stats);
      EXPECT_EQ(column.bytes, fresh_.bytes);
    });
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(files().size(), 1u);
  load();
  EXPECT_EQ(stats_.hits, 1u);
}

// Where the directory should be, there is a file: even root cannot write there.
TEST_F(cache, works_without_a_directory_that_can_be_written) {
  setenv("CODAG_CACHE", dir_.write("file", "in the way").c_str(), 1);
  expect_same(load(), fresh_);
  expect_same(load(), fresh_);
  EXPECT_EQ(stats_.misses, 2u);
  EXPECT_EQ(stats_.not_written, 2u);
  EXPECT_NE(stats_.first_problem.find("file: cannot be written"), std::string::npos);
  EXPECT_NE(stats_.first_problem.find("CODAG_CACHE"), std::string::npos);
}

TEST_F(cache, directory_comes_from_the_environment) {
  EXPECT_EQ(cache_directory(), directory());
  unsetenv("CODAG_CACHE");
  const char* home = std::getenv("HOME");
  const std::string kept_home = home == nullptr ? "" : home;
  setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_EQ(cache_directory(), "/x/codag");
  setenv("HOME", "/h", 1);
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(cache_directory(), "/h/.cache/codag") << "the specification ignores such a path";
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(cache_directory(), "/h/.cache/codag");
  unsetenv("HOME");
  EXPECT_EQ(cache_directory(), std::nullopt);
  if (home != nullptr) setenv("HOME", kept_home.c_str(), 1);
}

// Files whose digest is right but whose content is not.
TEST(cache_file, another_key_or_an_inconsistent_table_is_refused) {
  const cache_key key = {.raw_sha256 = std::string(64, '0'), .codec = "rle_v1"};
  chunked_column column;
  column.raw_bytes = 3;
  column.bytes.resize(5);
  column.chunks = {{.in_offset = 0, .out_offset = 0, .in_bytes = 5, .out_bytes = 3}};
  ASSERT_TRUE(read_cache_file(key, write_cache_file(key, column)));
  cache_key other = key;
  other.codec = "rle_v2";
  EXPECT_FALSE(read_cache_file(other, write_cache_file(key, column)));
  chunked_column bad = column;
  bad.chunks[0].in_bytes = 6;
  EXPECT_FALSE(read_cache_file(key, write_cache_file(key, bad)));
  bad = column;
  bad.chunks[0].out_offset = 1;
  EXPECT_FALSE(read_cache_file(key, write_cache_file(key, bad)));
  bad = column;
  bad.raw_bytes = 4;
  EXPECT_FALSE(read_cache_file(key, write_cache_file(key, bad)));
}

}  // namespace
}  // namespace codag::datasets
