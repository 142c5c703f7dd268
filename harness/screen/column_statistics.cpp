#include "harness/screen/column_statistics.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/screen/padded.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {

std::string statistic_text(double value, int decimals) {
  const std::string text = std::isnan(value) ? "-" : fixed(value, decimals);
  return padding(text, 6) + text;
}

nlohmann::json statistics_values(const datasets::column_statistics& values) {
  nlohmann::json result;
  for (const shown_statistic& s : shown_statistics) {
    const double value = values.*s.value;
    result[s.key] = std::isnan(value) ? nlohmann::json(nullptr) : nlohmann::json(value);
  }
  return result;
}

}  // namespace codag::harness
