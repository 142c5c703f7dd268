#include <algorithm>
#include <array>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/rle/rle.hpp"

namespace codag::rle {
namespace {

using namespace bit_packing;

template <class Stored>
status decode_as(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  constexpr std::uint64_t value_words = reference_words<Stored>;
  const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
  const std::uint32_t blocks = blocks_of(count, block_values);
  const std::uint64_t values = header_words + std::uint64_t{blocks} + 1;
  if (in.size() % 4 != 0 || in.size() / 4 < values) return status::truncated_input;
  const auto start = [&](std::uint32_t block) { return load_word(in, header_words + block); };
  const std::uint64_t all_runs = start(blocks), lengths = values + value_words * all_runs;
  if (in.size() / 4 < lengths + all_runs) return status::truncated_input;
  if (load_word(in, block_size_word) != block_values || load_word(in, count_word) != count ||
      start(0) != 0)
    return status::malformed_symbol;

  for (std::uint32_t b = 0; b < blocks; ++b) {
    const std::uint32_t begin = start(b), end = start(b + 1);
    if (begin > end || end > all_runs) return status::malformed_symbol;
    std::array<Stored, block_values> block;
    std::uint32_t at = 0;
    for (std::uint32_t run = begin; run < end; ++run) {
      const std::uint32_t length = load_word(in, lengths + run);
      if (length == 0 || length > block_values - at) return status::malformed_symbol;
      std::fill_n(block.begin() + at, length, load_value<Stored>(in, values + value_words * run));
      at += length;
    }
    if (at != block_values) return status::malformed_symbol;
    store_values<Stored>(block, std::size_t{b} * block_values, type, out);
  }
  return in.size() / 4 == lengths + all_runs ? status::ok : status::trailing_input;
}

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return with_stored(type, [&]<class Stored>() { return decode_as<Stored>(in, type, out); });
}

}  // namespace codag::rle
