// The operators that a reduction takes.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt {

/// Addition. It wraps, also for signed values.
struct plus {
  template <word T>
  CODAG_HOST_DEVICE constexpr T operator()(T a, T b) const {
    using unsigned_word = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<unsigned_word>(a) + static_cast<unsigned_word>(b));
  }
  template <word T>
  static constexpr T identity = 0;
};

/// The lesser of two values.
struct minimum {
  template <word T>
  CODAG_HOST_DEVICE constexpr T operator()(T a, T b) const {
    return b < a ? b : a;
  }
  template <word T>
  static constexpr T identity = std::numeric_limits<T>::max();
};

/// The greater of two values.
struct maximum {
  template <word T>
  CODAG_HOST_DEVICE constexpr T operator()(T a, T b) const {
    return a < b ? b : a;
  }
  template <word T>
  static constexpr T identity = std::numeric_limits<T>::lowest();
};

/// An operator for reduce: associative and commutative, with an identity.
template <class Op>
concept reduction =
    std::same_as<Op, plus> || std::same_as<Op, minimum> || std::same_as<Op, maximum>;

}  // namespace codag::simt
