// Loads and stores one element of any type, as the 64-bit integer that integer codecs work on.
#pragma once

#include <cstdint>
#include <cstring>

#include "codag/element_type.hpp"

namespace codag::integer {

/// The element at `p` (any alignment), sign-extended if the type is signed, else zero-extended.
inline std::uint64_t load_element(const std::byte* p, element_type type) {
  std::uint64_t value = 0;
  switch (size_of(type)) {  // with a size that the compiler knows, memcpy is one load
    case 1:
      std::memcpy(&value, p, 1);  // little-endian: this sets the low bytes of `value`
      break;
    case 2:
      std::memcpy(&value, p, 2);
      break;
    case 4:
      std::memcpy(&value, p, 4);
      break;
    default:
      std::memcpy(&value, p, 8);
  }
  if (is_signed(type)) {
    const unsigned unused_bits = 64 - 8 * static_cast<unsigned>(size_of(type));
    value =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused_bits) >> unused_bits);
  }
  return value;
}

/// Stores the low bytes of `value` as the element at `p` (any alignment).
inline void store_element(std::byte* p, element_type type, std::uint64_t value) {
  switch (size_of(type)) {
    case 1:
      std::memcpy(p, &value, 1);
      break;
    case 2:
      std::memcpy(p, &value, 2);
      break;
    case 4:
      std::memcpy(p, &value, 4);
      break;
    default:
      std::memcpy(p, &value, 8);
  }
}

}  // namespace codag::integer
