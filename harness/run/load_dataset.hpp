// Loads what a config calls a dataset.
#pragma once

#include <cstdint>

#include "datasets/compressed_dataset.hpp"
#include "harness/config/config.hpp"

namespace codag::harness {

/// The column: generated, or read from a file; and its own compressed form if the file came
/// compressed. `size` is the most bytes of values, and `seed` is the generators'. Throws cannot_run
/// if the file is optional and cannot be read, and bad_input if it is missing or invalid.
datasets::compressed_dataset load_dataset(const dataset_spec& spec, std::uint64_t size,
                                          std::uint64_t seed);

}  // namespace codag::harness
