#include "codag/codec/bit_packing/block_runs.hpp"
#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/rle/rle.hpp"

namespace codag::rle {
namespace {

using namespace bit_packing;

template <class Stored>
std::uint64_t encode_as(std::span<const std::byte> raw, element_type type,
                        std::vector<std::byte>& out) {
  using runs_of_block = block_runs<Stored, block_values>;
  const block_reader<Stored> column(raw, type);
  const auto count = static_cast<std::uint32_t>(column.count());
  const std::size_t blocks = blocks_of(count, block_values);

  std::vector<std::uint32_t> starts(blocks + 1);
  for_each_block(blocks, [&](std::size_t b) {
    starts[b + 1] = static_cast<std::uint32_t>(runs_of_block(column, b).count);
  });
  for (std::size_t b = 0; b < blocks; ++b) starts[b + 1] += starts[b];

  constexpr std::size_t value_words = reference_words<Stored>;
  const std::size_t begin = out.size(), values = header_words + starts.size();
  const std::size_t lengths = values + value_words * starts.back();
  out.resize(begin + 4 * (lengths + starts.back()));
  const auto words = std::span(out).subspan(begin);
  store_word(words, block_size_word, block_values);
  store_word(words, count_word, count);
  for (std::size_t i = 0; i < starts.size(); ++i) store_word(words, header_words + i, starts[i]);
  for_each_block(blocks, [&](std::size_t b) {
    const runs_of_block runs(column, b);
    for (std::size_t run = 0; run < runs.count; ++run) {
      store_value(words, values + value_words * (starts[b] + run), runs.values[run]);
      store_word(words, lengths + starts[b] + run, runs.lengths[run]);
    }
  });
  return starts.back();
}

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  return with_stored(type, [&]<class Stored>() { return encode_as<Stored>(raw, type, out); });
}

}  // namespace codag::rle
