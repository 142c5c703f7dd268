#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/none/none.hpp"

namespace codag::none {

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return bit_packing::with_stored(type, [&]<class Stored>() {
    const std::size_t count = out.size() / size_of(type);
    if (in.size() % 4 != 0 || in.size() / sizeof(Stored) < count) return status::truncated_input;
    if (in.size() > count * sizeof(Stored)) return status::trailing_input;
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = bit_packing::load_value<Stored>(in, i * (sizeof(Stored) / 4));
      integer::store_element(out.data() + i * size_of(type), type, value);
    }
    return status::ok;
  });
}

}  // namespace codag::none
