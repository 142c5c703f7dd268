// The libraries that encode Deflate, and the codec that one of them makes at a level.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"

namespace codag::deflate {

/// A library that writes raw streams. A new one is one row in encoders.cpp.
struct library_encoder {
  std::string_view name;     ///< "zlib"
  unsigned max_level;        ///< levels begin at 0, stored blocks
  std::string_view version;  ///< empty: this build lacks it
  std::string_view absent;   ///< why this build lacks it, with the remedy; empty: it does not

  /// Appends one whole stream to `out`; null: this build lacks it. Keeps no state.
  void (*append)(std::span<const std::byte> raw, unsigned level, std::vector<std::byte>& out);
};

/// What the paper compressed with (CODAG section V-B).
inline constexpr std::string_view default_encoder = "zlib";
inline constexpr unsigned default_level = 9;

/// Every row, in the order they are listed: also of libraries that this build lacks.
std::span<const library_encoder> encoders();

/// The row of that name, or nullptr.
const library_encoder* find_encoder(std::string_view name);

/// The codec "deflate" that encodes by that library at that level, whatever the element type.
/// Throws std::invalid_argument if the build lacks the library, or the library the level.
codec codec_with(const library_encoder& encoder, unsigned level);

}  // namespace codag::deflate
