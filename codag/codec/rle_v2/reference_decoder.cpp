#include <algorithm>
#include <array>

#include "codag/codec/integer/element_io.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/integer/zigzag.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"

namespace codag::rle_v2 {
namespace {

/// Values of one width, packed most significant bit first. The caller takes no more than `bytes`
/// holds.
class packed_values {
 public:
  packed_values() = default;
  packed_values(std::span<const std::byte> bytes, unsigned width) : bytes_(bytes), width_(width) {}

  std::uint64_t next() {
    std::uint64_t value = 0;
    for (unsigned left = width_; left > 0;) {
      const unsigned unread = 8 - bit_ % 8;  // of the current byte
      const unsigned take = std::min(unread, left);
      const unsigned byte = std::to_integer<unsigned>(bytes_[bit_ / 8]);
      value = value << take | ((byte >> (unread - take)) & ((1u << take) - 1));
      bit_ += take;
      left -= take;
    }
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  unsigned width_ = 0;
  unsigned bit_ = 0;  // at most 512 * 64
};

class reader {
 public:
  explicit reader(std::span<const std::byte> in) : in_(in) {}

  [[nodiscard]] bool at_end() const { return in_.empty(); }

  status take(std::size_t count, std::span<const std::byte>& bytes) {
    if (count > in_.size()) return status::truncated_input;
    bytes = in_.first(count);
    in_ = in_.subspan(count);
    return status::ok;
  }

  status big_endian(std::size_t count, std::uint64_t& v) {
    std::span<const std::byte> bytes;
    if (const status s = take(count, bytes); s != status::ok) return s;
    v = 0;
    for (const std::byte b : bytes) v = v << 8 | std::to_integer<std::uint64_t>(b);
    return status::ok;
  }

  status varint(std::uint64_t& v) { return integer::take_varint(in_, v); }

  /// Takes `count` values of `width` bits, up to the end of their last byte.
  status packed(std::size_t count, unsigned width, packed_values& values) {
    std::span<const std::byte> bytes;
    if (const status s = take((count * width + 7) / 8, bytes); s != status::ok) return s;
    values = {bytes, width};
    return status::ok;
  }

 private:
  std::span<const std::byte> in_;
};

class chunk_decoder {
 public:
  chunk_decoder(std::span<const std::byte> in, element_type type, std::span<std::byte> out)
      : input_(in), type_(type), next_(out.data()), left_(out.size() / size_of(type)) {}

  status decode() {
    while (left_ > 0)
      if (const status s = run(); s != status::ok) return s;
    return input_.at_end() ? status::ok : status::trailing_input;
  }

 private:
  status run() {
    std::uint64_t first = 0;
    if (const status s = input_.big_endian(1, first); s != status::ok) return s;
    const auto kind = static_cast<encoding>(first >> 6);
    if (kind == encoding::short_repeat) return short_repeat(static_cast<unsigned>(first));

    // 2 bits encoding, 5 bits width, 9 bits length - 1. A patched base has 16 more bits.
    std::uint64_t rest = 0;
    const bool patched = kind == encoding::patched_base;
    if (const status s = input_.big_endian(patched ? 3 : 1, rest); s != status::ok) return s;
    const unsigned code = first >> 1 & 0x1f;
    const std::size_t length = ((first & 1) << 8 | (patched ? rest >> 16 : rest)) + 1;
    if (length > left_) return status::output_overflow;
    if (kind == encoding::direct) return direct(decode_width(code), length);
    if (patched) return patched_base(decode_width(code), length, static_cast<unsigned>(rest));
    return code == 0 ? fixed_delta(length) : packed_delta(decode_width(code), length);
  }

  void put(std::uint64_t value) {
    integer::store_element(next_, type_, value);
    next_ += size_of(type_);
    --left_;
  }

  [[nodiscard]] std::uint64_t from_stored(std::uint64_t v) const {
    return is_signed(type_) ? integer::unzigzag(v) : v;
  }

  status short_repeat(unsigned header) {  // 2 bits encoding, 3 bits bytes - 1, 3 bits length - 3
    const std::size_t length = (header & 7) + min_repeat;
    if (length > left_) return status::output_overflow;
    std::uint64_t stored = 0;
    if (const status s = input_.big_endian((header >> 3 & 7) + 1, stored); s != status::ok)
      return s;
    for (std::size_t i = 0; i < length; ++i) put(from_stored(stored));
    return status::ok;
  }

  status direct(unsigned width, std::size_t length) {
    packed_values stored;
    if (const status s = input_.packed(length, width, stored); s != status::ok) return s;
    for (std::size_t i = 0; i < length; ++i) put(from_stored(stored.next()));
    return status::ok;
  }

  status delta_head(std::uint64_t& value, std::uint64_t& step) {
    if (const status s = input_.varint(value); s != status::ok) return s;
    if (const status s = input_.varint(step); s != status::ok) return s;
    value = from_stored(value);
    step = integer::unzigzag(step);  // signed in an unsigned column too
    return status::ok;
  }

  status fixed_delta(std::size_t length) {
    std::uint64_t value = 0, step = 0;
    if (const status s = delta_head(value, step); s != status::ok) return s;
    for (std::size_t i = 0; i < length; ++i, value += step) put(value);
    return status::ok;
  }

  status packed_delta(unsigned width, std::size_t length) {
    if (length < 2) return status::malformed_symbol;  // its two varints alone are two values
    std::uint64_t value = 0, step = 0;
    packed_values deltas;
    if (const status s = delta_head(value, step); s != status::ok) return s;
    if (const status s = input_.packed(length - 2, width, deltas); s != status::ok) return s;
    put(value);
    put(value += step);
    const bool down = step >> 63 != 0;
    for (std::size_t i = 2; i < length; ++i) {
      const std::uint64_t delta = deltas.next();
      put(value += down ? 0 - delta : delta);
    }
    return status::ok;
  }

  /// `header`: 3 bits base bytes - 1, 5 bits patch width, 3 bits gap width - 1, 5 bits patches.
  status patched_base(unsigned width, std::size_t length, unsigned header) {
    const unsigned base_bytes = (header >> 13 & 7) + 1;
    const unsigned patch_width = decode_width(header >> 8 & 0x1f);
    const unsigned gap_width = (header >> 5 & 7) + 1;
    const std::size_t patches = header & 0x1f;
    // The specification limits an entry to 64 bits. A value of 64 bits leaves no bit to patch.
    if (gap_width + patch_width > 64 || width == 64) return status::malformed_symbol;

    std::uint64_t base = 0;
    packed_values packed, entries;
    if (const status s = input_.big_endian(base_bytes, base); s != status::ok) return s;
    if (const status s = input_.packed(length, width, packed); s != status::ok) return s;
    if (const status s = input_.packed(patches, closest_width(gap_width + patch_width), entries);
        s != status::ok)
      return s;

    const std::uint64_t sign = std::uint64_t{1} << (8 * base_bytes - 1);
    if ((base & sign) != 0) base = 0 - (base ^ sign);
    std::array<std::uint64_t, max_run> reduced;
    for (std::size_t i = 0; i < length; ++i) reduced[i] = packed.next();
    std::size_t position = 0;
    for (std::size_t i = 0; i < patches; ++i) {
      const std::uint64_t entry = entries.next();
      const std::size_t gap = entry >> patch_width;
      position += gap;
      // No gap is wider than its bits, no value is patched twice, and none after the run's end.
      if (gap >> gap_width != 0 || position >= length || (gap == 0 && i > 0))
        return status::malformed_symbol;
      reduced[position] |= (entry & ((std::uint64_t{1} << patch_width) - 1)) << width;
    }
    for (std::size_t i = 0; i < length; ++i) put(base + reduced[i]);
    return status::ok;
  }

  reader input_;
  element_type type_;
  std::byte* next_;
  std::size_t left_;  // elements
};

}  // namespace

status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
  if (out.size() % size_of(type) != 0) return status::bad_chunk_table;
  return chunk_decoder(in, type, out).decode();
}

}  // namespace codag::rle_v2
