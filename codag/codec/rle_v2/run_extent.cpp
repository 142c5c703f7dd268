#include "codag/codec/integer/run_extent.hpp"

#include "codag/codec/integer/varint.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"

namespace codag::rle_v2 {
namespace {

std::size_t packed_bytes(std::size_t values, unsigned width) {
  return (values * width + 7) / 8;
}

}  // namespace

status measure_run(std::span<const std::byte> in, integer::run_extent& run) {
  const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(in[i]); };
  if (in.empty()) return status::truncated_input;
  const auto kind = static_cast<encoding>(byte(0) >> 6);
  const unsigned code = byte(0) >> 1 & 0x1f;
  if (kind == encoding::short_repeat) {
    run = {.bytes = 2 + (byte(0) >> 3 & 7u), .values = (byte(0) & 7) + min_repeat, .symbols = 1};
  } else {
    const bool patched = kind == encoding::patched_base;
    if (in.size() < (patched ? 4u : 2u)) return status::truncated_input;
    const unsigned length = ((byte(0) & 1) << 8 | byte(1)) + 1;
    run = {.bytes = 2, .values = length, .symbols = length};
    if (kind == encoding::direct) {
      run.bytes += packed_bytes(length, decode_width(code));
    } else if (patched) {
      const unsigned base_bytes = (byte(2) >> 5) + 1;
      const unsigned entry = (byte(3) >> 5) + 1 + decode_width(byte(2) & 0x1f);
      if (entry > 64) return status::malformed_symbol;
      run.bytes += 2 + base_bytes + packed_bytes(length, decode_width(code)) +
                   packed_bytes(byte(3) & 0x1f, closest_width(entry));
    } else {
      if (code != 0 && length < 2) return status::malformed_symbol;
      std::span<const std::byte> rest = in.subspan(2);
      std::uint64_t value = 0;
      for (int varint = 0; varint < 2; ++varint)  // the first value, and the first delta
        if (const status s = integer::take_varint(rest, value); s != status::ok) return s;
      run.bytes = in.size() - rest.size();
      if (code == 0)
        run.symbols = 1;
      else
        run.bytes += packed_bytes(length - 2, decode_width(code));
    }
  }
  return run.bytes <= in.size() ? status::ok : status::truncated_input;
}

}  // namespace codag::rle_v2
