// How the statistics of the paper's Table V are shown.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "datasets/manifest.hpp"

namespace codag::harness {

struct shown_statistic {
  const char* key;      ///< in JSON
  const char* heading;  ///< in tables
  double datasets::column_statistics::*value;
  int decimals;
};

inline constexpr std::array shown_statistics = {
    shown_statistic{"rle_v1_ratio", "RLE v1 ratio", &datasets::column_statistics::rle_v1_ratio, 4},
    shown_statistic{"rle_v2_ratio", "RLE v2 ratio", &datasets::column_statistics::rle_v2_ratio, 4},
    shown_statistic{"deflate_ratio", "Deflate ratio", &datasets::column_statistics::deflate_ratio,
                    4},
    shown_statistic{"rle_v1_symbol_elements", "RLE v1 symbol",
                    &datasets::column_statistics::rle_v1_symbol_elements, 2},
    shown_statistic{"deflate_symbol_bytes", "Deflate symbol",
                    &datasets::column_statistics::deflate_symbol_bytes, 2},
};

/// The number, or "-" if it is NaN, right-aligned in 6 columns.
std::string statistic_text(double value, int decimals);

/// The statistics under their keys; null instead of NaN.
nlohmann::json statistics_values(const datasets::column_statistics& values);

}  // namespace codag::harness
