// The synthetic generators. Each has a file of its own, which says what it makes and declares its
// parameters.
#pragma once

#include "datasets/generator/generator.hpp"

namespace codag::datasets {

generator ascending_generator();
generator entropy_generator();
generator matrix_market_generator();
generator normal_generator();
generator runs_generator();
generator sorted_generator();
generator uniform_generator();
generator wikipedia_text_generator();
generator zipf_generator();
generator zipf_ranks_generator();

}  // namespace codag::datasets
