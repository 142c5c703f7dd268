#include <array>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/chunk_reader.hpp"
#include "codag/codec/bit_packing/read_frame.hpp"
#include "codag/codec/gpu_dfor/gpu_dfor.hpp"

namespace codag::gpu_dfor {
namespace {

using namespace bit_packing;

template <class Stored>
status decode_as(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  constexpr std::uint32_t first_value_words = reference_words<Stored>;
  const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
  const std::uint32_t blocks = blocks_of(count, block_values);
  chunk_reader chunk;
  if (const status s = chunk.open(in, {block_values, count, header_words, blocks + 1});
      s != status::ok)
    return s;
  const std::uint32_t set_blocks = chunk.word(set_blocks_word);
  if (set_blocks == 0 || set_blocks > max_set_blocks ||
      chunk.start(0) != (blocks > 0 ? first_value_words : 0))
    return status::malformed_symbol;

  Stored value = 0;
  for (std::uint32_t b = 0; b < blocks; ++b) {
    std::span<const std::byte> block;
    if (const status s = chunk.block(chunk.start(b), chunk.start(b + 1), block); s != status::ok)
      return s;
    // The first value of a set is before the start of its first block.
    if (b % set_blocks == 0)
      value = load_value<Stored>(chunk.data(), chunk.start(b) - first_value_words);
    if ((b + 1) % set_blocks == 0 && b + 1 < blocks) {
      if (block.size() < 4 * first_value_words) return status::malformed_symbol;
      block = block.first(block.size() - 4 * first_value_words);
    }
    std::array<Stored, block_values> values;
    if (const status s = read_frame<Stored>(
            block, {.miniblock_values = miniblock_values, .most_width = max_width<Stored>}, values);
        s != status::ok)
      return s;
    // Before this loop they are deltas; a set's first one is 0 if an encoder wrote it.
    for (Stored& v : values) v = value = static_cast<Stored>(value + v);
    store_values<Stored>(values, b * block_values, type, out);
  }
  return chunk.end_at(chunk.start(blocks));
}

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return with_stored(type, [&]<class Stored>() { return decode_as<Stored>(in, type, out); });
}

}  // namespace codag::gpu_dfor
