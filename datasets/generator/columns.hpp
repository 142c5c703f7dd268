// The paper's seven columns, and four of them with the paper's symbols: a function per column that
// generates one block. What each column should reach is in datasets/manifest.cpp and
// datasets/symbol_manifest.cpp.
#pragma once

#include <cstdint>
#include <span>

#include "datasets/generator/random.hpp"

namespace codag::datasets {

/// Each function fills the block number `block` of its column. `r` is seeded for that block alone.
void fill_mc0(random& r, std::uint64_t block, std::span<std::uint64_t> values);
void fill_mc3(random& r, std::uint64_t block, std::span<float> values);
void fill_tpc(random& r, std::uint64_t block, std::span<std::int8_t> values);
void fill_tpt(random& r, std::uint64_t block, std::span<std::int8_t> values);
void fill_cd2(random& r, std::uint64_t block, std::span<std::uint32_t> values);
void fill_tc2(random& r, std::uint64_t block, std::span<std::uint64_t> values);
void fill_hrg(random& r, std::uint64_t block, std::span<std::uint8_t> values);
void fill_tpc_symbols(random& r, std::uint64_t block, std::span<std::int8_t> values);
void fill_cd2_symbols(random& r, std::uint64_t block, std::span<std::uint32_t> values);
void fill_tc2_symbols(random& r, std::uint64_t block, std::span<std::uint64_t> values);
void fill_hrg_symbols(random& r, std::uint64_t block, std::span<std::uint8_t> values);

}  // namespace codag::datasets
