#include "codag/codec/element_io.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"

namespace codag::rle_v1 {
namespace {

class reader {
 public:
  explicit reader(std::span<const std::byte> in) : in_(in) {}

  [[nodiscard]] bool at_end() const { return position_ == in_.size(); }

  status byte(unsigned& b) {
    if (at_end()) return status::truncated_input;
    b = std::to_integer<unsigned>(in_[position_++]);
    return status::ok;
  }

  status varint(std::uint64_t& v) {
    v = 0;
    for (unsigned i = 0; i < max_varint_bytes; ++i) {
      unsigned b = 0;
      if (const status s = byte(b); s != status::ok) return s;
      if (i == max_varint_bytes - 1 && b > 1) return status::malformed_symbol;  // above 64 bits
      v |= static_cast<std::uint64_t>(b & 0x7f) << (7 * i);
      if (b < 0x80) return status::ok;
    }
    return status::malformed_symbol;
  }

 private:
  std::span<const std::byte> in_;
  std::size_t position_ = 0;
};

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  reader input(in);
  const std::size_t width = size_of(type);
  if (out.size() % width != 0) return status::bad_chunk_table;
  const std::size_t count = out.size() / width;
  for (std::size_t done = 0; done < count;) {
    unsigned header = 0;
    if (const status s = input.byte(header); s != status::ok) return s;
    const bool run = header < 0x80;
    const std::size_t length = run ? header + min_run : 0x100 - header;
    if (length > count - done) return status::output_overflow;

    unsigned delta_byte = 0;
    std::uint64_t value = 0;
    if (run)
      if (const status s = input.byte(delta_byte); s != status::ok) return s;
    const auto delta =
        static_cast<std::uint64_t>(std::int64_t{static_cast<std::int8_t>(delta_byte)});
    for (std::size_t i = 0; i < length; ++i) {
      if (!run || i == 0) {
        if (const status s = input.varint(value); s != status::ok) return s;
        if (is_signed(type)) value = unzigzag(value);
      } else {
        value += delta;
      }
      store_element(out.data() + (done + i) * width, type, value);
    }
    done += length;
  }
  return input.at_end() ? status::ok : status::trailing_input;
}

}  // namespace codag::rle_v1
