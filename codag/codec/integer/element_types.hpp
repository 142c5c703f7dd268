// The element types of a codec that codes any integer.
#pragma once

#include <cstdint>

#include "codag/element_types.hpp"

namespace codag::integer {

using every_element_type = type_list<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                     std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;

}  // namespace codag::integer
