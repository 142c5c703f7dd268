// Making lists of kernels out of the lists of types.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "harness/kernels/variant_facts.hpp"
#include "harness/kernels/variant_list.hpp"

namespace codag::harness {

/// The facts of a codec under a schedule: the same for every element type.
template <class Codec, class Schedule>
constexpr variant_facts facts_of() {
  using kernel = kernel_of<Codec, Schedule, std::int8_t>;
  return {Codec::name, kernel::name, kernel::parts, kernel::defaults, kernel::limits};
}

/// One row for each schedule: make(std::type_identity<Schedule>{}).
template <class Make, class... Schedules>
constexpr auto row_for_each(type_list<Schedules...>, const Make& make) {
  return std::array{make(std::type_identity<Schedules>{})...};
}

}  // namespace codag::harness
