// A run whose values are bit-packed in the compressed chunk, and how a warp unpacks it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/integer/zigzag.hpp"
#include "codag/codec/rle_v2/width_table.hpp"
#include "codag/simt/simt.hpp"

namespace codag::rle_v2 {

/// The `width` bits (1 to 64) from `bit` on, most significant first. Bits are counted from word 0.
template <class Words>
CODAG_DEVICE std::uint64_t packed_value(const Words& words, std::uint32_t bit, unsigned width) {
  const std::uint32_t index = bit / 32;
  const unsigned skipped = bit % 32;
  const std::uint32_t second = byte_swap(words(index + 1));
  const std::uint32_t high = funnel_shift_left(byte_swap(words(index)), second, skipped);
  if (width <= 32) return high >> (32 - width);
  const std::uint32_t low = funnel_shift_left(second, byte_swap(words(index + 2)), skipped);
  return (static_cast<std::uint64_t>(high) << 32 | low) >> (64 - width);
}

/// How the packed bits give the values.
enum class packing : std::uint8_t {
  direct,   ///< the bits are the value (zigzag in a signed column)
  rising,   ///< the bits are the difference to the value before
  falling,  ///< the same, but subtracted
  patched,  ///< base plus the bits; the list after them widens a few
};

/// Everything that a warp must know about the run. It is trivial, so that a schedule can pass it
/// on.
template <class T>
struct packed_run {
  using element = std::make_unsigned_t<T>;

  packing kind;
  std::uint8_t width;        ///< bits per packed value
  std::uint8_t patches;      ///< entries of the patch list; 0 unless patched
  std::uint8_t patch_width;  ///< bits of an entry's patch
  std::uint8_t gap_width;    ///< bits of an entry's gap
  std::uint32_t begin_bit;   ///< where the first packed value begins, from word 0
  std::uint64_t base;        ///< rising, falling: the value before the first; patched: the base

  /// Bits per patch entry.
  [[nodiscard]] CODAG_DEVICE unsigned entry_width() const {
    return closest_width(gap_width + patch_width);
  }
  /// Where entry `i` of the patch list begins, in a run of `length` values.
  [[nodiscard]] CODAG_DEVICE std::uint32_t entry_bit(std::uint32_t length, unsigned i) const {
    return begin_bit + whole_bytes(length * width) + i * entry_width();
  }
  /// The end of the packed values and the patch list.
  [[nodiscard]] CODAG_DEVICE std::uint32_t end_bit(std::uint32_t length) const {
    return entry_bit(length, 0) + whole_bytes(patches * entry_width());
  }
  /// How many values an entry's value is after that of the entry before. More than gap_width bits
  /// if the padding above them is not zero, which the decoder refuses.
  [[nodiscard]] CODAG_DEVICE std::uint32_t gap_of(std::uint64_t entry) const {
    return static_cast<std::uint32_t>(entry >> patch_width);
  }

  /// Collective over a warp. Calls put(i, value) once for each of `length` values, and again for
  /// the patched ones.
  template <class Thread, class Words, class Put>
  CODAG_DEVICE void write(const Thread& t, const Words& words, std::uint32_t length,
                          const Put& put) const {
    std::uint64_t before = base;
    for (std::uint32_t first = 0; first < length; first += simt::warp_size) {
      const std::uint32_t i = first + t.lane();
      std::uint64_t value =
          i < length ? packed_value(words, begin_bit + i * width, width) : std::uint64_t{0};
      if (kind == packing::direct) {
        if constexpr (std::is_signed_v<T>) value = integer::unzigzag(value);
      } else if (kind == packing::patched) {
        value += base;
      } else {
        value = sum_of_lanes_up_to(t, kind == packing::rising ? value : 0 - value) + before;
        before = t.shuffle(value, simt::warp_size - 1);
      }
      if (i < length) put(i, static_cast<element>(value));
    }
    if (kind == packing::patched) patch(t, words, length, put);
  }

 private:
  /// `bits`, rounded up to whole bytes.
  static CODAG_DEVICE std::uint32_t whole_bytes(std::uint32_t bits) { return (bits + 7) / 8 * 8; }

  /// An inclusive prefix sum over the warp.
  template <class Thread>
  static CODAG_DEVICE std::uint64_t sum_of_lanes_up_to(const Thread& t, std::uint64_t value) {
    for (unsigned step = 1; step < simt::warp_size; step *= 2) {
      // The lanes below `step` read an existing lane and ignore its value.
      const std::uint64_t other = t.shuffle(value, (t.lane() - step) % simt::warp_size);
      if (t.lane() >= step) value += other;
    }
    return value;
  }

  /// One lane per entry.
  template <class Thread, class Words, class Put>
  CODAG_DEVICE void patch(const Thread& t, const Words& words, std::uint32_t length,
                          const Put& put) const {
    const bool mine = t.lane() < patches;
    const std::uint64_t entry =
        mine ? packed_value(words, entry_bit(length, t.lane()), entry_width()) : std::uint64_t{0};
    const auto i = static_cast<std::uint32_t>(sum_of_lanes_up_to(t, mine ? gap_of(entry) : 0u));
    // All values are written before a patched one overwrites its unpatched version.
    t.sync_warp();
    // The decoder has refused lists that point past the run's end.
    if (!mine || i >= length) return;
    const std::uint64_t patch = entry & ((std::uint64_t{1} << patch_width) - 1);
    put(i, static_cast<element>(
               base + (packed_value(words, begin_bit + i * width, width) | patch << width)));
  }
};

}  // namespace codag::rle_v2
