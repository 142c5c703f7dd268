#include <array>
#include <string>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/frame.hpp"
#include "codag/codec/bit_packing/settings.hpp"
#include "codag/codec/gpu_for/gpu_for.hpp"

namespace codag::gpu_for {
namespace {

using namespace bit_packing;

template <class Stored>
void encode_as(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out,
               unsigned widths) {
  const frame_shape shape{miniblock_values, widths};
  const order by = is_signed(type) ? order::as_signed : order::as_unsigned;
  const block_reader<Stored> column(raw, type);
  const auto count = static_cast<std::uint32_t>(column.count());
  const std::size_t blocks = blocks_of(count, block_values);

  using block = std::array<Stored, block_values>;
  std::vector<frame_header<Stored>> frames(blocks);
  for_each_block(blocks, [&](std::size_t b) {
    block values;
    column.load(b * block_values, values);
    frames[b] = frame_of<Stored>(values, by, shape);
  });

  std::vector<std::uint32_t> starts{0};
  for (const auto& frame : frames)
    starts.push_back(starts.back() + frame_header_words<Stored> +
                     frame.packed_words(block_values, shape));

  const std::size_t begin = out.size(), data = header_words + starts.size();
  out.resize(begin + 4 * (data + starts.back()));
  const auto words = std::span(out).subspan(begin);
  store_word(words, block_size_word, block_values);
  store_word(words, miniblocks_word, widths);
  store_word(words, count_word, count);
  for (std::size_t i = 0; i < starts.size(); ++i) store_word(words, header_words + i, starts[i]);
  for_each_block(blocks, [&](std::size_t b) {
    block values;
    column.load(b * block_values, values);
    put_frame<Stored>(values, frames[b], shape, words, data + starts[b]);
  });
}

codec with_settings(std::span<const std::uint64_t> values) {
  const auto widths = static_cast<unsigned>(values[0]);
  codec made = row();
  made.encode = [widths](std::span<const std::byte> raw, element_type type,
                         std::vector<std::byte>& out) { return encode(raw, type, out, widths); };
  made.encoder = "miniblocks " + std::to_string(widths);
  return made;
}

constexpr std::array settings{miniblocks_parameter};
static_assert(well_declared(settings));

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out,
                     unsigned miniblocks) {
  with_stored(type, [&]<class Stored>() { encode_as<Stored>(raw, type, out, miniblocks); });
  return raw.size() / size_of(type);
}

codec row() {
  return {.name = "gpu_for",
          .encode = [](std::span<const std::byte> raw, element_type type,
                       std::vector<std::byte>& out) { return encode(raw, type, out); },
          .decode = decode,
          .parameters = settings,
          .with = with_settings};
}

}  // namespace codag::gpu_for
