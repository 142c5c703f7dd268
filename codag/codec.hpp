// A codec as the host sees it: its encoder and its reference decoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace codag
