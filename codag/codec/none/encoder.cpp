#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/none/none.hpp"

namespace codag::none {

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  return bit_packing::with_stored(type, [&]<class Stored>() -> std::uint64_t {
    const bit_packing::block_reader<Stored> column(raw, type);
    const std::size_t begin = out.size();
    out.resize(begin + sizeof(Stored) * column.count());
    const auto words = std::span(out).subspan(begin);
    for (std::size_t i = 0; i < column.count(); ++i)
      bit_packing::store_value(words, i * (sizeof(Stored) / 4), column.value(i));
    return column.count();
  });
}

}  // namespace codag::none
