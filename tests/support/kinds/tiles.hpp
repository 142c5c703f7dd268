// The kinds of blocks of the formats of tiles: frames, bit packing, bytes and runs. Their chunks
// consist of words of 32 bits (codag/codec/*/format.md).
#pragma once

#include <stdexcept>
#include <string_view>

#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/element_type.hpp"
#include "tests/support/kinds/kind_counts.hpp"

namespace codag::test {

/// The bits of a stored value.
inline unsigned stored_bits(element_type type) {
  return size_of(type) == 8 ? 64 : 32;
}

/// A width's kind where a list has not each width by itself. Values of other widths lie across
/// words.
inline std::string width_kind(unsigned width) {
  return width == 0                   ? "width 0"
         : width == 32 || width == 64 ? "width " + std::to_string(width)
         : width > 32                 ? "width 33 to 63"
         : (width & (width - 1)) == 0 ? "width 1, 2, 4, 8 or 16"
                                      : "other width below 32";
}
inline kind_list width_kinds(unsigned most) {
  kind_list kinds = {width_kind(0), width_kind(1), width_kind(3), width_kind(32)};
  return most == 32 ? kinds : joined(kinds, {width_kind(40), width_kind(64)});
}

/// Reads a chunk that the reference decoder has accepted.
class tile_chunk {
 public:
  tile_chunk(std::span<const std::byte> in, element_type type, kind_counts& seen,
             std::string before = "")
      : in_(in), value_words_(stored_bits(type) / 32), seen_(seen), before_(std::move(before)) {}

  void note(const std::string& kind) { seen_.note(before_ + kind); }
  void note_if(bool occurs, const std::string& kind) {
    if (occurs) note(kind);
  }
  [[nodiscard]] std::uint32_t word(std::size_t i) const { return bit_packing::load_word(in_, i); }
  [[nodiscard]] unsigned byte(std::size_t i) const { return byte_at(in_, i); }
  [[nodiscard]] std::uint32_t value_words() const { return value_words_; }

  /// Notes whether the last block is full; returns the number of blocks.
  std::uint32_t blocks(std::uint32_t count, std::uint32_t block_values) {
    note(count % block_values == 0 ? "last block is full" : "last block is not full");
    return bit_packing::blocks_of(count, block_values);
  }

  /// The widths of each frame of gpu_for and gpu_dfor.
  void frames(std::uint32_t header_words, bool has_sets) {
    const std::uint32_t count = blocks(word(2), 128), set = has_sets ? word(3) : count;
    if (has_sets) note(count % set == 0 ? "last set is full" : "last set is not full");
    for (std::uint32_t b = 0; b < count; ++b) {
      const std::size_t at = header_words + count + 1 + word(header_words + b);
      note_if(has_sets && word(at + value_words_ - 1) >> 31 != 0, "reference below 0");
      for (unsigned m = 0; m < bit_packing::miniblocks; ++m)
        note("width " + std::to_string(bit_packing::width_of(word(at + value_words_), m)));
    }
  }

  /// The frames of values and of lengths of gpu_rfor.
  void run_frames() {
    const std::uint32_t count = blocks(word(2), 512), starts = 3, data = 2 * count + 5;
    for (std::uint32_t b = 0; b < count; ++b) {
      const std::size_t values = data + word(starts + b),
                        lengths = data + word(starts + count + 1 + b);
      const std::uint32_t runs = word(lengths + 2);
      note(runs == 1 ? "block of one run" : runs == 512 ? "block of 512 runs" : "block of runs");
      for (unsigned m = 0; m < bit_packing::miniblocks; ++m) {
        note(runs <= 128 * m         ? "miniblock without runs"
             : runs >= 128 * (m + 1) ? "full miniblock"
                                     : "miniblock that is not full");
        if (runs <= 128 * m) continue;
        note("values of " + width_kind(bit_packing::width_of(word(values + value_words_), m)));
        note("lengths of " + width_kind(bit_packing::width_of(word(lengths + 1), m)));
      }
    }
  }

  /// Blocks of one width, which follows from their size. `before_packed` words of a block are not
  /// packed values.
  void one_width_blocks(std::uint32_t block_values, std::uint32_t header_words,
                        std::uint32_t before_packed, bool each_width) {
    const std::uint32_t count = blocks(word(2), block_values);
    for (std::uint32_t b = 0; b < count; ++b) {
      const std::uint32_t words = word(header_words + b + 1) - word(header_words + b);
      const std::uint32_t width = (words - before_packed) / (block_values / 32);
      note(each_width ? "width " + std::to_string(width) : width_kind(width));
    }
  }

  /// The code of a value's length: 2 bits from word `at` on.
  void byte_length(std::size_t at, std::uint32_t i) {
    note("value with code " + std::to_string(word(at + i / 16) >> i % 16 * 2 & 3));
  }

  /// The runs of rle.
  void runs() {
    const std::uint32_t count = blocks(word(1), 512), all = word(2 + count);
    const std::size_t lengths = 3 + count + std::size_t{all} * value_words_;
    for (std::uint32_t b = 0; b < count; ++b)
      note_if(word(3 + b) - word(2 + b) == 512, "block of 512 runs");
    for (std::uint32_t i = 0; i < all; ++i)
      note(word(lengths + i) == 1     ? "run of 1"
           : word(lengths + i) == 512 ? "run of 512"
                                      : "run of 2 to 511");
  }

 private:
  std::span<const std::byte> in_;
  std::uint32_t value_words_;
  kind_counts& seen_;
  std::string before_;
};

inline const kind_list last_blocks = {"last block is full", "last block is not full"};

/// The kinds of a format of tiles. Chunks of `none` are all alike, and no kernel decodes those of a
/// planner.
inline kind_list kinds_of_tiles(std::string_view codec, element_type type) {
  const unsigned bits = stored_bits(type);
  const auto blocks_and = [](const kind_list& kinds) { return joined(last_blocks, kinds); };
  if (codec == "gpu_for" || codec == "gpu_bp") return blocks_and(numbered("width ", 0, bits));
  if (codec == "gpu_dfor")
    return blocks_and(joined(numbered("width ", 0, bits),
                             {"last set is full", "last set is not full", "reference below 0"}));
  if (codec == "gpu_rfor") {
    kind_list kinds = {"block of one run",       "block of 512 runs", "block of runs",
                       "miniblock without runs", "full miniblock",    "miniblock that is not full"};
    for (const std::string& width : width_kinds(bits)) kinds.push_back("values of " + width);
    for (const unsigned width : {0u, 4u, 9u}) kinds.push_back("lengths of " + width_kind(width));
    return blocks_and(kinds);
  }
  if (codec == "gpu_star") {
    kind_list kinds;
    for (const char* format : {"gpu_for", "gpu_dfor", "gpu_rfor"})
      for (const std::string& kind : kinds_of_tiles(format, type))
        kinds.push_back(std::string(format) + ": " + kind);
    return kinds;
  }
  if (codec == "nsf")
    return bits == 32 ? kind_list{"1 bytes", "2 bytes", "4 bytes"}
                      : kind_list{"1 bytes", "2 bytes", "4 bytes", "8 bytes"};
  if (codec == "nsv" || codec == "gpu_vbyte") return blocks_and(numbered("value with code ", 0, 3));
  if (codec == "rle")
    return blocks_and({"run of 1", "run of 512", "run of 2 to 511", "block of 512 runs"});
  if (codec == "gpu_simdbp128") return blocks_and(width_kinds(bits));
  if (codec == "fastlanes")
    return blocks_and(joined(width_kinds(bits), {"transposed order", "own order"}));
  if (codec == "none" || codec == "planner") return {};
  throw std::out_of_range("tests/support/kinds lists no kinds of " + std::string(codec));
}

/// Counts the kinds of a chunk that the reference decoder has accepted.
inline void count_tiles(std::string_view codec, element_type type, std::span<const std::byte> in,
                        kind_counts& seen, const std::string& before = "") {
  tile_chunk c(in, type, seen, before);
  if (codec == "gpu_for") c.frames(3, false);
  if (codec == "gpu_dfor") c.frames(4, true);
  if (codec == "gpu_rfor") c.run_frames();
  if (codec == "gpu_bp") c.one_width_blocks(32, 3, 0, true);
  if (codec == "gpu_simdbp128") c.one_width_blocks(4096, 3, 0, false);
  if (codec == "nsf") c.note(std::to_string(c.word(0)) + " bytes");
  if (codec == "rle") c.runs();
  if (codec == "fastlanes") {
    c.note(c.word(3) == 1 ? "transposed order" : "own order");
    c.one_width_blocks(1024, 4, c.value_words(), false);
  }
  if (codec == "nsv") {
    const std::uint32_t blocks = c.blocks(c.word(1), 512);
    for (std::uint32_t i = 0; i < c.word(1); ++i) c.byte_length(3 + blocks, i);
  }
  if (codec == "gpu_vbyte") {
    const std::uint32_t blocks = c.blocks(c.word(1), 128);
    for (std::uint32_t i = 0; i < c.word(1); ++i)
      c.byte_length(3 + blocks + c.word(2 + i / 128), i % 128);
  }
  if (codec == "gpu_star") {
    const std::string formats[] = {"gpu_for", "gpu_dfor", "gpu_rfor"};
    const std::string& format = formats[c.word(0)];
    count_tiles(format, type, in.subspan(4), seen, format + ": ");
  }
}

}  // namespace codag::test
