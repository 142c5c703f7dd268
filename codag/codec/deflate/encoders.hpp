// The libraries that encode Deflate, and the codec that encodes with one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codag/codec.hpp"

namespace codag::deflate {

/// The encoder that the paper used (CODAG section V-B).
inline constexpr std::string_view default_encoder = "zlib";
inline constexpr unsigned default_level = 9;

/// What zlib looks for in a chunk: its strategies, with their values (zlib's manual, deflateInit2).
enum class strategy : std::uint8_t {
  standard,      ///< Z_DEFAULT_STRATEGY: every match that is worth it
  filtered,      ///< Z_FILTERED: from level 4 on, no match of 5 bytes or less
  huffman_only,  ///< Z_HUFFMAN_ONLY: no match
  rle,           ///< Z_RLE: only matches of distance 1
  fixed          ///< Z_FIXED: no dynamic block
};

/// How many bytes lie between two flushes. With fewer, a stream would be mostly flushes.
inline constexpr std::uint32_t least_flush_bytes = 64, most_flush_bytes = 128 * 1024;

/// How a library compresses. The standard values are zlib's, and the paper's level. All but the
/// level are settings of zlib only.
struct encoder_settings {
  unsigned level = default_level;
  deflate::strategy strategy = strategy::standard;
  /// 1 to 9: the memory of zlib's compressor (zlib's manual, deflateInit2). A block ends before it
  /// has 2^(mem_level + 6) symbols.
  unsigned mem_level = 8;
  /// After so many bytes of a chunk comes a flush, which ends the block and adds an empty stored
  /// one (zlib's manual, deflate, Z_SYNC_FLUSH). The chunk's end needs none. 0: no flush.
  std::uint32_t flush_bytes = 0;

  bool operator==(const encoder_settings&) const = default;
};

/// A library that writes raw streams. To add one, add in encoders.cpp a row and its name, and to
/// the parameter `level` its levels (`most` and `help`).
struct library_encoder {
  std::string_view name;     ///< "zlib"
  unsigned max_level;        ///< levels begin at 0, which means stored blocks
  bool only_levels;          ///< whether it has no setting but the level
  std::string_view version;  ///< empty if this build lacks it
  std::string_view absent;   ///< why this build lacks it, and what to do; empty if it has it

  /// Appends one whole stream to `out`. Keeps no state. Null if this build lacks the library.
  void (*append)(std::span<const std::byte> raw, const encoder_settings& settings,
                 std::vector<std::byte>& out);
};

/// All rows, in the order of `codag list`, including libraries that this build lacks.
std::span<const library_encoder> encoders();

/// The row with that name, or nullptr.
const library_encoder* find_encoder(std::string_view name);

/// Why that library cannot encode so, with the remedy: this build lacks it, or it lacks a setting.
/// Empty if it can.
std::string why_not(const library_encoder& encoder, const encoder_settings& settings);

/// The codec "deflate" that encodes with that library and these settings, whatever the element
/// type. Throws std::invalid_argument if why_not() has a reason.
codec codec_with(const library_encoder& encoder, const encoder_settings& settings = {});

}  // namespace codag::deflate
