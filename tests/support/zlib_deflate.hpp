// zlib's encoder with all its settings.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstddef>
#include <span>
#include <vector>

namespace codag::test {

/// The wrapper around a stream, as zlib's window bits encode it. Matches reach back 32 KiB; of
/// raw_4_kib, which begins faster, 4 KiB.
enum class zlib_wrapper { raw = -15, raw_4_kib = -12, zlib = 15, gzip = 31 };

/// The encoder's settings. The strategies are Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY,
/// Z_RLE and Z_FIXED.
struct zlib_settings {
  int level = 9;
  int strategy = Z_DEFAULT_STRATEGY;
  int memory_level = 8;
  zlib_wrapper wrapper = zlib_wrapper::raw;
  gz_header* header = nullptr;  ///< for a gzip wrapper; null: the shortest header
  /// What matches may copy from, as if it came just before the column. The decoder needs it, too.
  std::span<const std::byte> dictionary = {};
  std::size_t flush_at = 0;  ///< a block ends after so many bytes, unless it is 0
};

/// Compresses `raw` into one whole stream.
inline std::vector<std::byte> zlib_deflate(std::span<const std::byte> raw,
                                           const zlib_settings& settings) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, settings.level, Z_DEFLATED, static_cast<int>(settings.wrapper),
                         settings.memory_level, settings.strategy),
            Z_OK);
  if (settings.header != nullptr) {
    EXPECT_EQ(deflateSetHeader(&stream, settings.header), Z_OK);
  }
  if (!settings.dictionary.empty()) {
    EXPECT_EQ(
        deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(settings.dictionary.data()),
                             static_cast<uInt>(settings.dictionary.size())),
        Z_OK);
  }
  std::vector<std::byte> out(deflateBound(&stream, raw.size()) + 64);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(raw.data()));
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (settings.flush_at > 0) {
    stream.avail_in = static_cast<uInt>(settings.flush_at);
    EXPECT_EQ(::deflate(&stream, Z_FULL_FLUSH), Z_OK);
  }
  stream.avail_in = static_cast<uInt>(raw.size() - settings.flush_at);
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace codag::test
