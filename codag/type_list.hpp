// A list of types as a type.
#pragma once

#include <cstddef>

namespace codag {

template <class... Types>
struct type_list {
  static constexpr std::size_t size = sizeof...(Types);
};

}  // namespace codag
