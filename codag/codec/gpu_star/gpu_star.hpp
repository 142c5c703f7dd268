// GPU-*: of gpu_for, gpu_dfor and gpu_rfor the one that makes a column the smallest (Shanbhag et
// al., "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022, section 8). As a codec, it
// chooses per chunk, and the chunk says which it is. The format is described in format.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "codag/codec.hpp"
#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/codec/smallest.hpp"

namespace codag::gpu_star {

using element_types = bit_packing::every_element_type;

/// The formats, in the order of their numbers.
enum class format : std::uint32_t { gpu_for, gpu_dfor, gpu_rfor };
inline constexpr std::array<std::string_view, 3> format_names{"gpu_for", "gpu_dfor", "gpu_rfor"};

using smallest::header_words;

/// The codec for the registry.
codec row();

}  // namespace codag::gpu_star
