// A list of element types says which columns are supported, and as which type the elements of each
// are seen.
//
// A codec and the queries declare one as `element_types` in their folder. A sink, a cascade and an
// encoder declare one as a member. A variant supports the columns that its list has a type for, and
// it is compiled for these types alone:
//
//     using element_types = type_list<std::int32_t, std::uint32_t>;
//     using element_types = every_element_as<std::uint8_t>;
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

#include "codag/element_type.hpp"
#include "codag/type_list.hpp"

namespace codag {

// A column's elements are seen as the first T of the list that stands for their type. T is an
// integer: a float is seen as the unsigned integer of its bits.

/// T of a type_list stands for types of the same width and sign.
template <class T>
constexpr bool stands_for(type_list<T> /*types*/, element_type type) {
  return sizeof(T) == size_of(type) && std::is_signed_v<T> == is_signed(type);
}

/// The codec does not look at elements: T, the only one, stands for every type. A pack, because
/// nvcc 12.4 matches no other template with the List of with_element.
template <class... T>
struct every_element_as {};
template <class T>
constexpr bool stands_for(every_element_as<T> /*types*/, element_type /*type*/) {
  return true;
}

/// Elements are extended to the first T, of ascending widths, that has room for them.
template <class... T>
struct every_element_within {};
template <class T>
constexpr bool stands_for(every_element_within<T> /*types*/, element_type type) {
  return size_of(type) <= sizeof(T);
}

/// T stands for types of the same width: a signed one for signed integers, and an unsigned one for
/// all that are left.
template <class... T>
struct elements_as {};
template <class T>
constexpr bool stands_for(elements_as<T> /*types*/, element_type type) {
  return sizeof(T) == size_of(type) && (std::is_unsigned_v<T> || is_signed(type));
}

/// The same, and no T stands for a float.
template <class... T>
struct integers_as {};
template <class T>
constexpr bool stands_for(integers_as<T> /*types*/, element_type type) {
  return !is_float(type) && stands_for(elements_as<T>{}, type);
}

/// Whether a list has a type for columns of `type`.
template <template <class...> class List, class... T>
constexpr bool supports(List<T...> /*types*/, element_type type) {
  static_assert((std::is_integral_v<T> && ...), "elements are seen as integers");
  return (stands_for(List<T>{}, type) || ...);
}

/// Calls f.template operator()<T>() with the T of the list that stands for `type`. Throws
/// std::invalid_argument if there is none.
template <template <class...> class List, class First, class... Rest, class F>
auto with_element(List<First, Rest...> /*types*/, element_type type, F&& f) {
  if (stands_for(List<First>{}, type)) return f.template operator()<First>();
  if constexpr (sizeof...(Rest) > 0) return with_element(List<Rest...>{}, type, f);
  throw std::invalid_argument("no element type of the list stands for " +
                              std::string(to_string(type)));
}

}  // namespace codag
