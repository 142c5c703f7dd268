#include <algorithm>
#include <array>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/chunk_reader.hpp"
#include "codag/codec/bit_packing/read_frame.hpp"
#include "codag/codec/gpu_for/gpu_for.hpp"

namespace codag::gpu_for {
namespace {

using namespace bit_packing;

template <class Stored>
status decode_as(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
  const std::uint32_t blocks = blocks_of(count, block_values);
  chunk_reader chunk;
  if (const status s = chunk.open(in, {block_values, count, header_words, blocks + 1});
      s != status::ok)
    return s;
  if (chunk.start(0) != 0) return status::malformed_symbol;

  for (std::uint32_t b = 0; b < blocks; ++b) {
    std::span<const std::byte> block;
    if (const status s = chunk.block(chunk.start(b), chunk.start(b + 1), block); s != status::ok)
      return s;
    std::array<Stored, block_values> values;
    if (const status s = read_frame<Stored>(
            block, {.miniblock_values = miniblock_values, .most_width = max_width<Stored>}, values);
        s != status::ok)
      return s;
    store_values<Stored>(values, b * block_values, type, out);
  }
  return chunk.end_at(chunk.start(blocks));
}

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return with_stored(type, [&]<class Stored>() { return decode_as<Stored>(in, type, out); });
}

}  // namespace codag::gpu_for
