// Codecs that choose among others: per chunk or per column, the one that makes it the smallest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::smallest {

/// A chunk begins with a word, which says which of the names it is encoded by: 0 for the first.
inline constexpr unsigned header_words = 1;

/// Appends the smallest encoding of one chunk, by these codecs with their standard settings; of
/// equal ones the first. Returns what its encoder does.
std::uint64_t encode(std::span<const std::string_view> names, std::span<const std::byte> raw,
                     element_type type, std::vector<std::byte>& out);

/// Decodes one chunk on the host. All codecs have chunks of whole words.
status decode(std::span<const std::string_view> names, std::span<const std::byte> in,
              element_type type, std::span<std::byte> out);

/// A column and the codec that it was compressed by.
struct column {
  const codec* by;  ///< a row of the registry
  chunked_column compressed;
};

/// Compresses the whole column with each codec, with its standard settings, and keeps the smallest;
/// of equal ones the first. One that makes a chunk too large is left out, unless all do. The chunks
/// do not say which it is. Arguments and errors are those of
/// codag::compress().
column compress(std::span<const std::string_view> names, std::span<const std::byte> raw,
                element_type type, std::uint32_t chunk_bytes = default_chunk_bytes,
                unsigned threads = 0);

/// The registry's row of the codec that keeps the smallest encoding by these codecs per chunk.
template <const auto& names>
codec row(std::string_view name) {
  return {.name = name,
          .encode = [](std::span<const std::byte> raw, element_type type,
                       std::vector<std::byte>& out) { return encode(names, raw, type, out); },
          .decode = [](std::span<const std::byte> in, element_type type,
                       std::span<std::byte> out) { return decode(names, in, type, out); },
          .among = names};
}

}  // namespace codag::smallest
