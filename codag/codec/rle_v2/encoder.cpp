#include <algorithm>
#include <bit>
#include <limits>

#include "codag/codec/integer/element_io.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/integer/zigzag.hpp"
#include "codag/codec/rle_v2/bit_packer.hpp"
#include "codag/codec/rle_v2/patched_base.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"

namespace codag::rle_v2 {
namespace {

using value_span = std::span<const std::uint64_t>;

unsigned width_of(std::uint64_t v) {
  return closest_width(static_cast<unsigned>(std::bit_width(v)));
}

/// How many values from `begin` on are equal, at most max_run.
std::size_t equal_length(value_span v, std::size_t begin) {
  const std::size_t end = std::min<std::size_t>(v.size(), begin + max_run);
  std::size_t i = begin + 1;
  while (i < end && v[i] == v[begin]) ++i;
  return i - begin;
}

/// How many values from `begin` on come before the next three equal ones. As ORC's writers do, it
/// searches only the 512 values that a run can hold, so a run may end with two of the three.
std::size_t unequal_length(value_span v, std::size_t begin) {
  const std::size_t end = std::min<std::size_t>(v.size(), begin + max_run);
  for (std::size_t i = begin; i + 2 < end; ++i)
    if (v[i] == v[i + 1] && v[i] == v[i + 2]) return i - begin;
  return end - begin;
}

class writer {
 public:
  writer(value_span v, bool is_signed, std::vector<std::byte>& out)
      : values_(v), signed_(is_signed), out_(out) {}

  std::uint64_t write() {
    for (std::size_t begin = 0; begin < values_.size();) {
      std::size_t length = equal_length(values_, begin);
      if (length > max_short_repeat) {
        put_fixed_delta(values_.subspan(begin, length));
      } else if (length >= min_repeat) {
        put_short_repeat(values_[begin], length);
      } else {
        length = unequal_length(values_, begin);
        put_unequal(values_.subspan(begin, length));
      }
      begin += length;
    }
    return symbols_;
  }

 private:
  /// Chooses among direct, patched base and delta in the order of ORC's writers.
  void put_unequal(value_span run) {
    if (run.size() <= min_repeat) return put_direct(run);

    // Distances from the first value, modulo 2^64. A run may pass through zero or through 2^63: its
    // distances are exact as long as its range fits.
    const std::uint64_t first_step = run[1] - run[0];
    std::int64_t lowest = 0, highest = 0, before = 0;
    bool up = true, down = true, fixed = true;
    for (std::size_t i = 1; i < run.size(); ++i) {
      const auto now = static_cast<std::int64_t>(run[i] - run[0]);
      lowest = std::min(lowest, now);
      highest = std::max(highest, now);
      up &= before <= now;
      down &= before >= now;
      fixed &= run[i] - run[i - 1] == first_step;
      before = now;
    }
    // A larger difference and its sign do not fit into 64 bits.
    constexpr std::uint64_t max_range = std::numeric_limits<std::int64_t>::max();
    if (static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest) > max_range)
      return put_direct(run);
    if (fixed) return put_fixed_delta(run);
    // The first step gives the sequence its sign, so it must not be 0.
    if ((up || down) && first_step != 0) return put_packed_delta(run, down);
    if (!put_patched_base(run, run[0] + static_cast<std::uint64_t>(lowest))) put_direct(run);
  }

  void put_short_repeat(std::uint64_t value, std::size_t length) {
    const std::uint64_t stored = to_stored(value);
    const std::size_t bytes = (width_of(stored) + 7) / 8;
    put_byte(static_cast<unsigned>(encoding::short_repeat) << 6 | (bytes - 1) << 3 |
             (length - min_repeat));
    put_big_endian(stored, bytes);
    ++symbols_;
  }

  void put_direct(value_span run) {
    std::uint64_t bits = 0;
    for (const std::uint64_t v : run) bits |= to_stored(v);
    const unsigned width = width_of(bits);
    put_header(encoding::direct, encode_width(width), run.size());
    bit_packer packer(out_, width);
    for (const std::uint64_t v : run) packer.put(to_stored(v));
    packer.finish();
    symbols_ += run.size();
  }

  void put_fixed_delta(value_span run) {
    put_header(encoding::delta, 0, run.size());
    put_delta_head(run);
    ++symbols_;
  }

  void put_packed_delta(value_span run, bool down) {
    const auto magnitude = [&](std::size_t i) {
      return down ? run[i - 1] - run[i] : run[i] - run[i - 1];
    };
    std::uint64_t bits = 0;
    for (std::size_t i = 2; i < run.size(); ++i) bits |= magnitude(i);
    const unsigned width = std::max(width_of(bits), 2u);  // the code of width 1 means a fixed delta
    put_header(encoding::delta, encode_width(width), run.size());
    put_delta_head(run);
    bit_packer packer(out_, width);
    for (std::size_t i = 2; i < run.size(); ++i) packer.put(magnitude(i));
    packer.finish();
    symbols_ += run.size();
  }

  /// Returns false, and writes nothing, if direct is the better choice.
  bool put_patched_base(value_span run, std::uint64_t lowest) {
    scratch_.assign(run.begin(), run.end());
    for (std::uint64_t& v : scratch_) v = to_stored(v);
    // The widest value must need at least two bits more than the narrowest nine tenths. ORC's
    // writers round n * (1 - 0.9) down; in binary floating point, that is just below n / 10.
    const unsigned widest = percentile_width(scratch_, 0);
    if (widest - percentile_width(scratch_, (run.size() - 1) / 10) <= 1) return false;

    // The base is stored as sign and magnitude, in an unsigned column, too. ORC's writers allow
    // magnitudes below 2^56.
    const bool negative = lowest >> 63 != 0;
    const std::uint64_t magnitude = negative ? 0 - lowest : lowest;
    if (magnitude >> 56 != 0) return false;
    for (std::size_t i = 0; i < run.size(); ++i) scratch_[i] = run[i] - lowest;
    const patch_list list = take_patches(scratch_);
    if (list.patch_width == 0) return false;

    const unsigned base_bytes = static_cast<unsigned>(std::bit_width(magnitude)) / 8 + 1;
    put_header(encoding::patched_base, encode_width(list.width), run.size());
    put_byte((base_bytes - 1) << 5 | encode_width(list.patch_width));
    put_byte((list.gap_width - 1) << 5 | list.entries.size());
    put_big_endian(magnitude | std::uint64_t{negative} << (8 * base_bytes - 1), base_bytes);
    bit_packer packer(out_, list.width);
    for (const std::uint64_t v : scratch_) packer.put(v);
    packer.finish();
    bit_packer entry_packer(out_, closest_width(list.gap_width + list.patch_width));
    for (const std::uint64_t e : list.entries) entry_packer.put(e);
    entry_packer.finish();
    symbols_ += run.size();
    return true;
  }

  [[nodiscard]] std::uint64_t to_stored(std::uint64_t v) const {
    return signed_ ? integer::zigzag(v) : v;
  }

  void put_byte(std::uint64_t b) { out_.push_back(static_cast<std::byte>(b)); }

  void put_header(encoding kind, unsigned width_code, std::size_t length) {
    put_byte(static_cast<unsigned>(kind) << 6 | width_code << 1 | (length - 1) >> 8);
    put_byte((length - 1) & 0xff);
  }

  /// The first value and the first delta, which is signed even in an unsigned column.
  void put_delta_head(value_span run) {
    integer::append_varint(out_, to_stored(run[0]));
    integer::append_varint(out_, integer::zigzag(run[1] - run[0]));
  }

  void put_big_endian(std::uint64_t v, std::size_t bytes) {
    while (bytes > 0) put_byte(v >> 8 * --bytes & 0xff);
  }

  value_span values_;
  bool signed_;
  std::vector<std::byte>& out_;
  std::uint64_t symbols_ = 0;
  std::vector<std::uint64_t> scratch_;  // put_patched_base's values; a member to reuse its memory
};

}  // namespace

std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out) {
  std::vector<std::uint64_t> elements(raw.size() / size_of(type));
  for (std::size_t i = 0; i < elements.size(); ++i)
    elements[i] = integer::load_element(raw.data() + i * size_of(type), type);
  return writer(elements, is_signed(type), out).write();
}

}  // namespace codag::rle_v2
