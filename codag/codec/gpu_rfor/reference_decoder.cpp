#include <algorithm>
#include <array>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/chunk_reader.hpp"
#include "codag/codec/bit_packing/read_frame.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"

namespace codag::gpu_rfor {
namespace {

using namespace bit_packing;

/// The number of runs that a frame says its block has; 0 if there are no words for it.
template <class Stored>
std::uint32_t run_count(std::span<const std::byte> frame) {
  constexpr std::size_t header = frame_header_words<Stored> + run_count_words;
  return frame.size() < 4 * header ? 0 : load_word(frame, frame_header_words<Stored>);
}

/// Decodes one block from its two frames.
template <class Stored>
status decode_block(std::span<const std::byte> value_frame, std::span<const std::byte> length_frame,
                    std::array<Stored, block_values>& block) {
  const std::uint32_t count = run_count<Stored>(value_frame);
  if (count == 0 || count > block_values || count != run_count<std::uint32_t>(length_frame))
    return status::malformed_symbol;
  std::array<Stored, block_values> values;
  if (const status s = read_frame<Stored>(value_frame,
                                          {.miniblock_values = miniblock_runs,
                                           .more_header_words = run_count_words,
                                           .most_width = max_width<Stored>},
                                          std::span(values).first(count));
      s != status::ok)
    return s;
  std::array<std::uint32_t, block_values> lengths;
  if (const status s = read_frame<std::uint32_t>(length_frame,
                                                 {.miniblock_values = miniblock_runs,
                                                  .more_header_words = run_count_words,
                                                  .most_width = max_length_width},
                                                 std::span(lengths).first(count));
      s != status::ok)
    return s;
  std::size_t at = 0;
  for (std::uint32_t run = 0; run < count; ++run) {
    if (lengths[run] == 0 || lengths[run] > block_values - at) return status::malformed_symbol;
    std::fill_n(block.begin() + static_cast<std::ptrdiff_t>(at), lengths[run], values[run]);
    at += lengths[run];
  }
  return at == block_values ? status::ok : status::malformed_symbol;
}

template <class Stored>
status decode_as(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
  const std::uint32_t blocks = blocks_of(count, block_values);
  const std::uint32_t lengths = blocks + 1;  // index of the first start of a length frame
  chunk_reader chunk;
  if (const status s = chunk.open(in, {block_values, count, header_words, 2 * (blocks + 1)});
      s != status::ok)
    return s;
  if (chunk.start(0) != 0 || chunk.start(lengths) != chunk.start(blocks))
    return status::malformed_symbol;

  for (std::uint32_t b = 0; b < blocks; ++b) {
    std::span<const std::byte> value_frame, length_frame;
    if (const status s = chunk.block(chunk.start(b), chunk.start(b + 1), value_frame);
        s != status::ok)
      return s;
    if (const status s =
            chunk.block(chunk.start(lengths + b), chunk.start(lengths + b + 1), length_frame);
        s != status::ok)
      return s;
    std::array<Stored, block_values> values;
    if (const status s = decode_block<Stored>(value_frame, length_frame, values); s != status::ok)
      return s;
    store_values<Stored>(values, b * block_values, type, out);
  }
  return chunk.end_at(chunk.start(lengths + blocks));
}

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return with_stored(type, [&]<class Stored>() { return decode_as<Stored>(in, type, out); });
}

}  // namespace codag::gpu_rfor
