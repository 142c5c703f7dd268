#include <bit>
#include <cstring>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/nsf/nsf.hpp"

namespace codag::nsf {

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  return bit_packing::with_stored(type, [&]<class Stored>() -> std::uint64_t {
    const bit_packing::block_reader<Stored> column(raw, type);
    Stored bits = 0;
    for (std::size_t i = 0; i < column.count(); ++i) bits |= column.value(i);
    const auto needed = static_cast<std::uint32_t>(std::bit_width(bits) + 7) / 8;
    const std::uint32_t bytes = needed == 0 ? 1 : std::bit_ceil(needed);

    const std::size_t begin = out.size();
    out.resize(begin + 4 * (header_words + words_of(column.count(), bytes)));
    const auto words = std::span(out).subspan(begin);
    bit_packing::store_word(words, value_bytes_word, bytes);
    bit_packing::store_word(words, count_word, static_cast<std::uint32_t>(column.count()));
    for (std::size_t i = 0; i < column.count(); ++i) {
      const Stored value = column.value(i);  // little-endian: its low bytes come first
      std::memcpy(words.subspan(std::size_t{4} * header_words + i * bytes, bytes).data(), &value,
                  bytes);
    }
    return column.count();
  });
}

}  // namespace codag::nsf
