// Values whose steps are bit-packed in a window: a warp adds them up, four per lane.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v2 {

/// The steps of a delta run from its third value on.
struct packed_deltas {
  std::uint32_t width;  ///< bits per step, 1 to max_width
  std::uint32_t begin;  ///< the first one's first bit, counted as the input's position
  bool falling;         ///< whether steps are subtracted

  static constexpr std::uint32_t per_lane = 4;
  static constexpr std::uint32_t per_warp = per_lane * simt::warp_size;
  /// Wider steps are rare, and would need a larger window.
  static constexpr std::uint32_t max_width = 32;
  /// What write() looks at: the steps of the warp's values, which begin in any bit of a byte.
  static constexpr std::uint32_t window_bytes = per_warp * max_width / 8 + 1;

  /// The bit after the bytes of the steps of `length` values.
  [[nodiscard]] CODAG_DEVICE std::uint32_t end_bit(std::uint32_t length) const {
    return begin + ((length - 2) * width + 7) / 8 * 8;
  }

  /// Writes `length` values, 2 or more, at the output's position: `first`, `first` + `step`, and
  /// those after them. All steps are in the chunk. T is unsigned. Collective over the warp, in a
  /// batch. Leaves the input's position at one of the steps.
  template <class T, class Warp, class Window, class Output>
  CODAG_DEVICE void write(const Warp& warp, Window& in, Output& out, std::uint32_t length, T first,
                          T step) const {
    using wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    // A lane's four values are aligned in memory together, so the first lane may begin early.
    constexpr std::uint32_t together = per_lane * sizeof(T);
    const auto early = static_cast<std::int32_t>((out.misalignment(together) + out.position()) %
                                                 together / sizeof(T));
    wide before = first;
    for (std::int32_t start = -early; start < static_cast<std::int32_t>(length);
         start += per_warp) {
      const std::int32_t first_packed = start < first_with_step ? first_with_step : start;
      const std::uint32_t bit =
          begin + static_cast<std::uint32_t>(first_packed - first_with_step) * width;
      in.seek(bit / 8 * 8);
      in.look(window_bytes);
      const std::int32_t i = start + static_cast<std::int32_t>(per_lane * warp.rank());
      wide values[per_lane];
      steps(in.next_bytes(), bit % 8, i, first_packed, static_cast<wide>(step), values);
      for (unsigned k = 1; k < per_lane; ++k) values[k] += values[k - 1];
      const wide up_to_mine = warp.inclusive_sum(values[per_lane - 1]);
      const wide base = before + up_to_mine - values[per_lane - 1];
      before += warp.shuffle(up_to_mine, simt::warp_size - 1);
      for (wide& v : values) v += base;
      put<T>(out, i, length, values);
    }
  }

 private:
  static constexpr std::int32_t first_with_step =
      2;  ///< the value that the first packed step is of

  /// The differences of values i to i + 3 to the values before them: 0 up to the first, and
  /// anything after the last. The step of value `first_packed` is at bit `skipped` of the window.
  template <class Wide>
  CODAG_DEVICE void steps(const next_bytes& window, std::uint32_t skipped, std::int32_t i,
                          std::int32_t first_packed, Wide step, Wide (&out)[per_lane]) const {
    if (i < first_with_step) {
      for (std::int32_t k = 0; k < static_cast<std::int32_t>(per_lane); ++k)
        out[k] =
            i + k >= first_with_step
                ? packed<Wide>(
                      window, skipped + static_cast<std::uint32_t>(i + k - first_with_step) * width)
            : i + k == 1 ? step
                         : 0;
      return;
    }
    const std::uint32_t bit = skipped + static_cast<std::uint32_t>(i - first_packed) * width;
    if (width <= 16) {
      // Two steps from one read.
      const std::uint32_t low = (1u << width) - 1;
      for (unsigned k = 0; k < per_lane; k += 2) {
        const std::uint32_t two = window.high_first(bit + k * width) >> (32 - 2 * width);
        out[k] = signed_step(static_cast<Wide>(two >> width));
        out[k + 1] = signed_step(static_cast<Wide>(two & low));
      }
    } else {
      for (unsigned k = 0; k < per_lane; ++k) out[k] = packed<Wide>(window, bit + k * width);
    }
  }
  /// The step whose first bit is `bit`.
  template <class Wide>
  CODAG_DEVICE Wide packed(const next_bytes& window, std::uint32_t bit) const {
    return signed_step(static_cast<Wide>(window.high_first(bit) >> (32 - width)));
  }
  template <class Wide>
  CODAG_DEVICE Wide signed_step(Wide step) const {
    return falling ? 0 - step : step;
  }

  /// Writes values i to i + 3, as far as the run has them.
  template <class T, class Wide, class Output>
  static CODAG_DEVICE void put(Output& out, std::int32_t i, std::uint32_t length,
                               const Wide (&values)[per_lane]) {
    struct alignas(per_lane * sizeof(T) < 16 ? per_lane * sizeof(T) : 16) four {
      T values[per_lane];
    };
    const auto elements = out.template elements_at<T>(out.position());
    if (i >= 0 && static_cast<std::uint32_t>(i) + per_lane <= length) {
      elements.template put_together<four>(
          i, {static_cast<T>(values[0]), static_cast<T>(values[1]), static_cast<T>(values[2]),
              static_cast<T>(values[3])});
    } else {
      for (std::int32_t k = 0; k < static_cast<std::int32_t>(per_lane); ++k)
        if (static_cast<std::uint32_t>(i + k) < length)
          elements.put(i + k, static_cast<T>(values[k]));
    }
  }
};

}  // namespace codag::rle_v2
