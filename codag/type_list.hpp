// Lists of element types: what a codec supports, known when it is compiled.
#pragma once

#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "codag/element_type.hpp"

namespace codag {

template <class... Types>
struct type_list {};

/// Every integer that an element type stands for.
using integer_types = type_list<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;

/// Whether T is the integer that a codec sees for the element type: a float is the unsigned integer
/// of its bits.
template <std::integral T>
constexpr bool stands_for(element_type type) {
  return sizeof(T) == size_of(type) && std::is_signed_v<T> == is_signed(type);
}

template <class... Types>
constexpr bool is_listed(type_list<Types...>, element_type type) {
  return (stands_for<Types>(type) || ...);
}

/// Calls f.template operator()<T>() with the listed integer that stands for the element type.
/// Throws std::invalid_argument if none does.
template <class First, class... Rest, class F>
auto with_type(type_list<First, Rest...>, element_type type, F& f) {
  if (stands_for<First>(type)) return f.template operator()<First>();
  if constexpr (sizeof...(Rest) > 0) {
    return with_type(type_list<Rest...>{}, type, f);
  } else {
    throw std::invalid_argument("no kernel for elements of type " + std::string(to_string(type)));
  }
}

}  // namespace codag
