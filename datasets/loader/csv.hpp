// One column of a CSV file as values.
#pragma once

#include <cstddef>
#include <vector>

#include "datasets/loader/loader.hpp"

namespace codag::datasets {

/// The values of the column that `options` names, at most max_bytes of them, which is a whole
/// number of elements. Rules and errors: load_file.
std::vector<std::byte> read_csv_column(const load_options& options);

}  // namespace codag::datasets
