// The libraries that encode Deflate, and the codec that encodes with one of them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codag/codec.hpp"

namespace codag::deflate {

/// A library that writes raw streams. To add one, add a row in encoders.cpp.
struct library_encoder {
  std::string_view name;     ///< "zlib"
  unsigned max_level;        ///< levels begin at 0, which means stored blocks
  std::string_view version;  ///< empty if this build lacks it
  std::string_view absent;   ///< why this build lacks it, and what to do; empty if it has it

  /// Appends one whole stream to `out`. Keeps no state. Null if this build lacks the library.
  void (*append)(std::span<const std::byte> raw, unsigned level, std::vector<std::byte>& out);
};

/// The encoder that the paper used (CODAG section V-B).
inline constexpr std::string_view default_encoder = "zlib";
inline constexpr unsigned default_level = 9;

/// All rows, in the order of `codag list`, including libraries that this build lacks.
std::span<const library_encoder> encoders();

/// The row with that name, or nullptr.
const library_encoder* find_encoder(std::string_view name);

/// The codec "deflate" that encodes with that library at that level, whatever the element type.
/// Throws std::invalid_argument if this build lacks the library, or if the library lacks the level.
codec codec_with(const library_encoder& encoder, unsigned level);

}  // namespace codag::deflate
