// The synthetic generators. Each has a file of its own, which says what it makes and declares its
// parameters.
#pragma once

#include "datasets/generator/generator.hpp"

namespace codag::datasets {

generator ascending_generator();
generator compressed_generator();
generator csv_digits_generator();
generator dna_generator();
generator doubles_generator();
generator encoded_bytes_generator();
generator entropy_generator();
generator ids_generator();
generator json_lines_generator();
generator matrix_market_generator();
generator mixture_generator();
generator mostly_zero_generator();
generator normal_generator();
generator null_bitmap_generator();
generator runs_generator();
generator sorted_generator();
generator source_code_generator();
generator timestamps_generator();
generator uniform_generator();
generator utf8_text_generator();
generator uuids_generator();
generator web_log_generator();
generator wikipedia_text_generator();
generator zipf_generator();
generator zipf_ranks_generator();

}  // namespace codag::datasets
