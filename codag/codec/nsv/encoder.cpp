#include <bit>

#include "codag/codec/bit_packing/blocks.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/words.hpp"
#include "codag/codec/nsv/nsv.hpp"

namespace codag::nsv {
namespace {

using namespace bit_packing;

/// The code of the shortest length that the value fits into.
template <class Stored>
std::uint32_t code_of(Stored value) {
  std::uint32_t code = 0;
  while (static_cast<std::uint32_t>(std::bit_width(value)) >
         8 * length_of(code, sizeof(Stored) == 8))
    ++code;
  return code;
}

template <class Stored>
std::uint64_t encode_as(std::span<const std::byte> raw, element_type type,
                        std::vector<std::byte>& out) {
  constexpr bool wide = sizeof(Stored) == 8;
  const block_reader<Stored> column(raw, type);
  const auto count = static_cast<std::uint32_t>(column.count());

  std::vector<std::uint32_t> starts{0};
  std::vector<std::uint32_t> codes(blocks_of(count, codes_per_word));
  std::vector<std::byte> data;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Stored value = column.value(i);
    const std::uint32_t code = code_of(value);
    codes[i / codes_per_word] |= code << 2 * (i % codes_per_word);
    const auto bytes = std::as_bytes(std::span(&value, 1)).first(length_of(code, wide));
    data.insert(data.end(), bytes.begin(), bytes.end());
    if (i % block_values == block_values - 1 || i + 1 == count)
      starts.push_back(static_cast<std::uint32_t>(data.size()));
  }
  data.resize((data.size() + 3) / 4 * 4);

  const auto append = [&](std::span<const std::byte> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
  };
  const std::uint32_t header[] = {block_values, count};
  append(std::as_bytes(std::span(header)));
  append(std::as_bytes(std::span(starts)));
  append(std::as_bytes(std::span(codes)));
  append(data);
  return count;
}

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  return with_stored(type, [&]<class Stored>() { return encode_as<Stored>(raw, type, out); });
}

}  // namespace codag::nsv
