#include <algorithm>
#include <cstring>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/nsv/nsv.hpp"

namespace codag::nsv {
namespace {

using namespace bit_packing;

template <class Stored>
status decode_as(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  const auto count = static_cast<std::uint32_t>(out.size() / size_of(type));
  const std::uint32_t blocks = blocks_of(count, block_values);
  const std::size_t codes_at = header_words + blocks + 1;
  const std::size_t data_at = codes_at + blocks_of(count, codes_per_word);
  if (in.size() % 4 != 0 || in.size() / 4 < data_at) return status::truncated_input;
  const auto data = in.subspan(4 * data_at);
  const auto start = [&](std::uint32_t block) { return load_word(in, header_words + block); };
  if (load_word(in, block_size_word) != block_values || load_word(in, count_word) != count ||
      start(0) != 0)
    return status::malformed_symbol;

  for (std::uint32_t b = 0; b < blocks; ++b) {
    std::uint32_t at = start(b);
    const std::uint32_t end = start(b + 1);
    if (at > end) return status::malformed_symbol;
    if (end > data.size()) return status::truncated_input;
    for (std::uint32_t i = b * block_values; i < std::min(count, (b + 1) * block_values); ++i) {
      const std::uint32_t codes = load_word(in, codes_at + i / codes_per_word);
      const std::uint32_t length =
          length_of(codes >> 2 * (i % codes_per_word) & 3, sizeof(Stored) == 8);
      if (length > end - at) return status::malformed_symbol;
      Stored value = 0;
      std::memcpy(&value, data.subspan(at, length).data(), length);
      integer::store_element(out.data() + i * size_of(type), type, value);
      at += length;
    }
    if (at != end) return status::malformed_symbol;
  }
  return (start(blocks) + std::size_t{3}) / 4 == data.size() / 4 ? status::ok
                                                                 : status::trailing_input;
}

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return with_stored(type, [&]<class Stored>() { return decode_as<Stored>(in, type, out); });
}

}  // namespace codag::nsv
