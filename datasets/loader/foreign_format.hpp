// Files that are not plain values, told by their first bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "codag/element_type.hpp"

namespace codag::datasets {

/// What a file is that begins so, if its bytes cannot be the values of a column of this type, with
/// the beginning of the remedy: "is a NumPy array (.npy), not plain values; give the format npy".
/// Empty if they may be values: the bytes of any file but an array are values of one byte.
std::string foreign_format(std::span<const std::byte> beginning, element_type type);

}  // namespace codag::datasets
