#include "datasets/generator/integer_column.hpp"

#include <cstring>
#include <utility>
#include <vector>

namespace codag::datasets {
namespace {

template <class T>
void narrow(std::span<const std::uint64_t> values, std::span<std::byte> out) {
  for (std::size_t i = 0; i < out.size() / sizeof(T); ++i) {
    const auto value = static_cast<T>(values[i]);
    std::memcpy(out.data() + i * sizeof(T), &value, sizeof(T));
  }
}

}  // namespace

block_writer write_integers(element_type type, integer_filler fill) {
  const std::size_t width = size_of(type);
  return [=, fill = std::move(fill)](random& r, std::uint64_t block, std::span<std::byte> out) {
    std::vector<std::uint64_t> values(generator_block_bytes / width);
    fill(r, block * values.size(), values);
    if (width == 1) narrow<std::uint8_t>(values, out);
    if (width == 2) narrow<std::uint16_t>(values, out);
    if (width == 4) narrow<std::uint32_t>(values, out);
    if (width == 8) narrow<std::uint64_t>(values, out);
  };
}

}  // namespace codag::datasets
