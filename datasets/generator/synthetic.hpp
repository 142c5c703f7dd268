// The synthetic generators. Each has a file of its own, which says what it makes and declares its
// parameters.
#pragma once

#include "datasets/generator/generator.hpp"

namespace codag::datasets {

generator entropy_generator();
generator runs_generator();
generator sorted_generator();
generator uniform_generator();
generator zipf_generator();

}  // namespace codag::datasets
