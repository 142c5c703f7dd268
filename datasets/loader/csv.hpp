// One column of a CSV file as values.
#pragma once

#include <cstddef>
#include <vector>

#include "datasets/loader/loader.hpp"

namespace codag::datasets {

/// The values of the column that `options` names. max_bytes, a whole number of elements, limits
/// them. load_file states the rules and the errors.
std::vector<std::byte> read_csv_column(const load_options& options);

}  // namespace codag::datasets
