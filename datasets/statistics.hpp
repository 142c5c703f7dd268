// Measures a column as the paper's Table V does.
#pragma once

#include "datasets/dataset.hpp"
#include "datasets/manifest.hpp"

namespace codag::datasets {

/// The column's ratios and symbol lengths in chunks of default_chunk_bytes, on `threads` threads
/// (0: all cores). Deflate streams are raw and made by zlib at level 9. A value is NaN if this
/// build lacks the codec or the column is empty. The memory needed is one compressed copy of the
/// column.
column_statistics measure_statistics(const dataset& data, unsigned threads = 0);

}  // namespace codag::datasets
