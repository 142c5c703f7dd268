#include "frame.hpp"

#include <algorithm>
#include <bit>

namespace codag::extend {
namespace {

std::uint8_t value_of(std::byte b) {
  return std::to_integer<std::uint8_t>(b);
}

std::uint64_t encode(std::span<const std::byte> raw, element_type /*type*/,
                     std::vector<std::byte>& out) {
  std::uint64_t tiles = 0;
  for (; !raw.empty(); ++tiles) {
    const auto tile = raw.first(std::min<std::size_t>(tile_values, raw.size()));
    const auto [least, most] = std::ranges::minmax_element(tile);
    const auto width = static_cast<std::uint32_t>(
        std::bit_width(static_cast<unsigned>(value_of(*most) - value_of(*least))));
    out.push_back(*least);
    out.push_back(static_cast<std::byte>(width));
    const std::size_t begin = out.size();
    out.resize(begin + packed_bytes(static_cast<std::uint32_t>(tile.size()), width));
    for (std::size_t bit = 0; bit < tile.size() * width; ++bit)
      if (((value_of(tile[bit / width]) - value_of(*least)) >> (bit % width) & 1) != 0)
        out[begin + bit / 8] |= static_cast<std::byte>(1 << bit % 8);
    raw = raw.subspan(tile.size());
  }
  return tiles;
}

status decode(std::span<const std::byte> in, element_type /*type*/, std::span<std::byte> out) {
  while (!out.empty()) {
    const auto values = static_cast<std::uint32_t>(std::min<std::size_t>(tile_values, out.size()));
    if (in.size() < 2) return status::truncated_input;
    const std::uint32_t width = value_of(in[1]);
    if (width > 8) return status::malformed_symbol;
    const std::uint32_t bytes = packed_bytes(values, width);
    if (in.size() - 2 < bytes) return status::truncated_input;
    for (std::uint32_t v = 0; v < values; ++v) {
      unsigned offset = 0;
      for (std::uint32_t b = 0; b < width; ++b) {
        const std::uint32_t bit = v * width + b;
        offset |= static_cast<unsigned>(value_of(in[2 + bit / 8]) >> bit % 8 & 1) << b;
      }
      out[v] = static_cast<std::byte>(value_of(in[0]) + offset);
    }
    in = in.subspan(2 + bytes);
    out = out.subspan(values);
  }
  return in.empty() ? status::ok : status::trailing_input;
}

}  // namespace

codec frame_codec() {
  return {"frame", encode, decode};
}

}  // namespace codag::extend
