#include <algorithm>
#include <array>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/byte_lengths.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/gpu_vbyte/gpu_vbyte.hpp"

namespace codag::gpu_vbyte {
namespace {

using namespace bit_packing;

template <class Stored>
void encode_as(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out) {
  const block_reader<Stored> column(raw, type);
  const auto count = static_cast<std::uint32_t>(column.count());
  const std::uint32_t blocks = blocks_of(count, block_values);
  const std::size_t begin = out.size(), data_words = header_words + std::size_t{blocks} + 1;
  out.resize(begin + 4 * data_words);

  std::vector<std::uint32_t> starts{0};
  for (std::uint32_t first = 0; first < count; first += block_values) {
    std::array<std::uint32_t, code_words> codes{};
    const std::size_t codes_at = out.size();
    out.resize(codes_at + sizeof codes);
    for (std::uint32_t i = 0; i < std::min(block_values, count - first); ++i) {
      const Stored value = column.value(first + i);
      const std::uint32_t code = least_code(value);
      codes[i / codes_per_word] |= code << 2 * (i % codes_per_word);
      const auto bytes = std::as_bytes(std::span(&value, 1)).first(length_of<Stored>(code));
      out.insert(out.end(), bytes.begin(), bytes.end());
    }
    std::ranges::copy(std::as_bytes(std::span(codes)),
                      out.begin() + static_cast<std::ptrdiff_t>(codes_at));
    out.resize(begin + (out.size() - begin + 3) / 4 * 4);
    starts.push_back(static_cast<std::uint32_t>((out.size() - begin) / 4 - data_words));
  }

  const auto words = std::span(out).subspan(begin);
  store_word(words, block_size_word, block_values);
  store_word(words, count_word, count);
  for (std::size_t i = 0; i < starts.size(); ++i) store_word(words, header_words + i, starts[i]);
}

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  with_stored(type, [&]<class Stored>() { encode_as<Stored>(raw, type, out); });
  return raw.size() / size_of(type);
}

}  // namespace codag::gpu_vbyte
