// The settings that the encoders of gpu_for and gpu_dfor have.
#pragma once

#include "codag/parameters.hpp"

namespace codag::bit_packing {

/// "Bit-packing without miniblocks" (section 4.3 of the paper) is 1.
inline constexpr parameter miniblocks_parameter{.key = "miniblocks",
                                                .label = "miniblocks",
                                                .least = 1,
                                                .most = 4,
                                                .standard = 4,
                                                .power_of_two = true,
                                                .help = "bit widths per block of 128 values"};

/// The D of section 5.1.
inline constexpr parameter set_blocks_parameter{.key = "set_blocks",
                                                .label = "set",
                                                .least = 1,
                                                .most = 32,
                                                .standard = 4,
                                                .power_of_two = true,
                                                .help = "blocks per first value"};

}  // namespace codag::bit_packing
