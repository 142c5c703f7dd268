#include <cstring>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/nsf/nsf.hpp"

namespace codag::nsf {

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return bit_packing::with_stored(type, [&]<class Stored>() {
    const std::size_t count = out.size() / size_of(type), header = std::size_t{4} * header_words;
    if (in.size() % 4 != 0 || in.size() < header) return status::truncated_input;
    const std::uint32_t bytes = bit_packing::load_word(in, value_bytes_word);
    if (!is_length(bytes, sizeof(Stored)) || bit_packing::load_word(in, count_word) != count)
      return status::malformed_symbol;
    const std::uint64_t words = (in.size() - header) / 4;
    if (words < words_of(count, bytes)) return status::truncated_input;
    if (words > words_of(count, bytes)) return status::trailing_input;
    for (std::size_t i = 0; i < count; ++i) {
      Stored value = 0;
      std::memcpy(&value, in.subspan(header + i * bytes, bytes).data(), bytes);
      integer::store_element(out.data() + i * size_of(type), type, value);
    }
    return status::ok;
  });
}

}  // namespace codag::nsf
