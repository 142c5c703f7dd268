// A list of types as a type.
#pragma once

#include <cstddef>
#include <type_traits>

namespace codag {

template <class... Types>
struct type_list {
  static constexpr std::size_t size = sizeof...(Types);
};

/// The first type of a list.
template <class List>
struct first_of;
template <template <class...> class List, class First, class... Rest>
struct first_of<List<First, Rest...>> {
  using type = First;
};

/// A list without the types for which Keeps<T>::value is false.
template <template <class> class Keeps, class List, class Kept = void>
struct filtered;
template <template <class> class Keeps, template <class...> class List, class... T>
struct filtered<Keeps, List<T...>, void> : filtered<Keeps, List<T...>, List<>> {};
template <template <class> class Keeps, template <class...> class List, class... Kept>
struct filtered<Keeps, List<>, List<Kept...>> {
  using type = List<Kept...>;
};
template <template <class> class Keeps, template <class...> class List, class First, class... Rest,
          class... Kept>
struct filtered<Keeps, List<First, Rest...>, List<Kept...>>
    : filtered<Keeps, List<Rest...>,
               std::conditional_t<Keeps<First>::value, List<Kept..., First>, List<Kept...>>> {};

}  // namespace codag
