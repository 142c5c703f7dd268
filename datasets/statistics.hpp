// Measuring a column as the paper's Table V does.
#pragma once

#include "datasets/dataset.hpp"
#include "datasets/manifest.hpp"

namespace codag::datasets {

/// The column's ratios and symbol lengths in chunks of default_chunk_bytes, on `threads` threads
/// (0: all cores). Deflate is zlib's, level 9, raw. NaN for a codec that this build lacks and for
/// an empty column. Memory: one compressed copy of the column.
column_statistics measure_statistics(const dataset& data, unsigned threads = 0);

}  // namespace codag::datasets
