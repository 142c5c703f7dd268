// The host side of a codec: its encoder and its reference decoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/element_type.hpp"
#include "codag/parameters.hpp"
#include "codag/status.hpp"

namespace codag {

/// Decodes one chunk, `in`, into `out`, whose size is the chunk's uncompressed size. Any bytes and
/// any size are safe. Many threads may call it at once.
using chunk_decoder = status (*)(std::span<const std::byte> in, element_type type,
                                 std::span<std::byte> out);

/// A codec of the registry, or the same codec with another encoder. Both functions work on one
/// chunk, keep no state and may run on many threads at once.
struct codec {
  std::string_view name;  ///< "rle_v1"

  /// Compresses `raw`, a whole number of elements, and appends the result to `out`. Returns the
  /// number of symbols written.
  std::function<std::uint64_t(std::span<const std::byte> raw, element_type type,
                              std::vector<std::byte>& out)>
      encode;

  chunk_decoder decode;  ///< the reference decoder

  /// If the codec has several encoders: which one, and its settings: "zlib 1.2.13, level 9".
  std::string encoder = {};

  /// The settings of its encoder; none for most codecs.
  std::span<const parameter> parameters = {};
  /// Why this build cannot encode with those values, with the remedy; empty if it can. Null: it
  /// can with all that are allowed.
  std::string (*why_not)(std::span<const std::uint64_t> values) = nullptr;
  /// The codec with its encoder set to those values; null if there is nothing to set.
  codec (*with)(std::span<const std::uint64_t> values) = nullptr;
  /// The codecs of which it keeps the smallest encoding (smallest.hpp); none for most codecs.
  std::span<const std::string_view> among = {};
};

/// All codecs, in the order of `codag list`. The span is valid until the next add_codec().
std::span<const codec> codecs();

/// Adds a codec to the registry, before anything else is called. Throws std::invalid_argument if
/// there already is a codec with that name.
void add_codec(const codec& row);

/// The codec with that name, or nullptr.
const codec* find_codec(std::string_view name);

/// Thrown by compress() if a chunk takes more bytes than a kernel accepts.
struct chunk_too_large : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Compresses a column in chunks of `chunk_bytes` (a multiple of 8, at most max_whole_column_bytes)
/// on `threads` threads (0: all cores). The result does not depend on `threads`. Throws
/// std::invalid_argument if `raw` is not a whole number of elements or `chunk_bytes` is not
/// allowed, and chunk_too_large.
chunked_column compress(const codec& codec, std::span<const std::byte> raw, element_type type,
                        std::uint32_t chunk_bytes = default_chunk_bytes, unsigned threads = 0);

/// Decodes every chunk with a native decoder of the column's codec, on `threads` threads (0: all
/// cores). `out` has column.raw_bytes bytes. Returns one status per chunk.
std::vector<status> decompress(chunk_decoder decode, const chunked_column& column,
                               std::span<std::byte> out, unsigned threads = 0);

/// The same with the codec's reference decoder.
std::vector<status> decompress_reference(const codec& codec, const chunked_column& column,
                                         std::span<std::byte> out, unsigned threads = 0);

}  // namespace codag
