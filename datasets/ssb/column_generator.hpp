// The generator "ssb": a column of the Star Schema Benchmark's fact table.
#pragma once

#include "datasets/generator/generator.hpp"

namespace codag::datasets::ssb {

/// The generator's name, by which the seed of all tables is made.
inline constexpr std::string_view generator_name = "ssb";

/// Its column has as many rows as the size holds int32, and that says the scale factor.
generator column_generator();

}  // namespace codag::datasets::ssb
