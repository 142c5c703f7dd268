#include <algorithm>
#include <cstring>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/byte_lengths.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/gpu_vbyte/gpu_vbyte.hpp"

namespace codag::gpu_vbyte {
namespace {

using namespace bit_packing;

/// Decodes a block of `count` values; `store` gets each with its number.
template <class Stored, class Store>
status decode_block(std::span<const std::byte> block, std::uint32_t count, const Store& store) {
  if (block.size() < 4 * code_words) return status::malformed_symbol;
  auto data = block.subspan(4 * code_words);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t codes = load_word(block, i / codes_per_word);
    const std::uint32_t length = length_of<Stored>(code_in(codes, i % codes_per_word));
    if (length > data.size()) return status::malformed_symbol;
    Stored value = 0;
    std::memcpy(&value, data.data(), length);
    store(i, value);
    data = data.subspan(length);
  }
  return data.size() < 4 ? status::ok : status::malformed_symbol;
}

template <class Stored>
status decode_as(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
  const std::uint32_t blocks = blocks_of(count, block_values);
  const std::size_t data_at = header_words + std::size_t{blocks} + 1;
  if (in.size() % 4 != 0 || in.size() / 4 < data_at) return status::truncated_input;
  const auto data = in.subspan(4 * data_at);
  const auto start = [&](std::uint32_t block) { return load_word(in, header_words + block); };
  if (load_word(in, block_size_word) != block_values || load_word(in, count_word) != count ||
      start(0) != 0)
    return status::malformed_symbol;

  for (std::uint32_t b = 0; b < blocks; ++b) {
    const std::size_t begin = start(b), end = start(b + 1);
    if (begin > end) return status::malformed_symbol;
    if (end > data.size() / 4) return status::truncated_input;
    const std::uint32_t first = b * block_values;
    const status s = decode_block<Stored>(
        data.subspan(4 * begin, 4 * (end - begin)), std::min(count - first, block_values),
        [&](std::uint32_t i, Stored value) {
          integer::store_element(out.data() + (first + i) * size_of(type), type, value);
        });
    if (s != status::ok) return s;
  }
  return start(blocks) == data.size() / 4 ? status::ok : status::trailing_input;
}

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return with_stored(type, [&]<class Stored>() { return decode_as<Stored>(in, type, out); });
}

}  // namespace codag::gpu_vbyte
