// A codec's own list of element types: which columns it decodes, and by a decoder for which type.
//
// A codec declares one of these two as `element_types` in its folder:
//
//     using element_types = type_list<std::int32_t, std::uint32_t>;
//     using element_types = every_element_as<std::uint8_t>;
//
// With the first there is a device_decoder<T> for each type T; with the second, one for all
// columns.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

#include "codag/element_type.hpp"
#include "codag/type_list.hpp"

namespace codag {

/// The codec does not look at elements: its decoder for T decodes columns of every type.
template <class T>
struct every_element_as {};

/// Whether a decoder for T decodes columns of `type`: T is the integer of the same width and sign.
/// A float is decoded as the unsigned integer of its bits.
template <class T>
constexpr bool stands_for(element_type type) {
  static_assert(std::is_integral_v<T>, "decoders see integers");
  return sizeof(T) == size_of(type) && std::is_signed_v<T> == is_signed(type);
}

/// Whether a codec with these element types decodes columns of `type`.
template <class... T>
constexpr bool supports(type_list<T...> /*types*/, element_type type) {
  return (stands_for<T>(type) || ...);
}
template <class T>
constexpr bool supports(every_element_as<T> /*types*/, element_type /*type*/) {
  return true;
}

/// Calls f.template operator()<T>() with the T of the list that stands for `type`. Throws
/// std::invalid_argument if there is none.
template <class First, class... Rest, class F>
auto with_element(type_list<First, Rest...> /*types*/, element_type type, F&& f) {
  if (stands_for<First>(type)) return f.template operator()<First>();
  if constexpr (sizeof...(Rest) > 0) return with_element(type_list<Rest...>{}, type, f);
  throw std::invalid_argument("no decoder of this codec is for columns of " +
                              std::string(to_string(type)));
}
template <class T, class F>
auto with_element(every_element_as<T> /*types*/, element_type /*type*/, F&& f) {
  return f.template operator()<T>();
}

}  // namespace codag
