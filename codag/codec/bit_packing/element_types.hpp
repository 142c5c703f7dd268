// The element types of a codec that stores values of 32 or 64 bits.
#pragma once

#include <cstdint>

#include "codag/element_types.hpp"

namespace codag::bit_packing {

using every_element_type = every_element_within<std::uint32_t, std::uint64_t>;

}  // namespace codag::bit_packing
