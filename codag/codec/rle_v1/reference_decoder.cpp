#include "codag/codec/integer/element_io.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/integer/zigzag.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"

namespace codag::rle_v1 {
namespace {

status take_byte(std::span<const std::byte>& in, unsigned& b) {
  if (in.empty()) return status::truncated_input;
  b = std::to_integer<unsigned>(in.front());
  in = in.subspan(1);
  return status::ok;
}

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  const std::size_t width = size_of(type);
  if (out.size() % width != 0) return status::bad_chunk_table;
  const std::size_t count = out.size() / width;
  for (std::size_t done = 0; done < count;) {
    unsigned header = 0;
    if (const status s = take_byte(in, header); s != status::ok) return s;
    const bool run = header < 0x80;
    const std::size_t length = run ? header + min_run : 0x100 - header;
    if (length > count - done) return status::output_overflow;

    unsigned delta_byte = 0;
    std::uint64_t value = 0;
    if (run)
      if (const status s = take_byte(in, delta_byte); s != status::ok) return s;
    const auto delta =
        static_cast<std::uint64_t>(std::int64_t{static_cast<std::int8_t>(delta_byte)});
    for (std::size_t i = 0; i < length; ++i) {
      if (!run || i == 0) {
        if (const status s = integer::take_varint(in, value); s != status::ok) return s;
        if (is_signed(type)) value = integer::unzigzag(value);
      } else {
        value += delta;
      }
      integer::store_element(out.data() + (done + i) * width, type, value);
    }
    done += length;
  }
  return in.empty() ? status::ok : status::trailing_input;
}

}  // namespace codag::rle_v1
