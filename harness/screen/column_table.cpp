#include "harness/screen/column_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "datasets/generator/generator.hpp"
#include "datasets/manifest.hpp"
#include "datasets/statistics.hpp"
#include "harness/screen/padded.hpp"

namespace codag::harness {
namespace {

using datasets::column_statistics, datasets::dataset, datasets::manifest, datasets::manifest_entry;

struct shown_statistic {
  const char* key;
  const char* heading;
  double column_statistics::*value;
  int decimals;
};

constexpr std::array statistics = {
    shown_statistic{"rle_v1_ratio", "RLE v1 ratio", &column_statistics::rle_v1_ratio, 4},
    shown_statistic{"rle_v2_ratio", "RLE v2 ratio", &column_statistics::rle_v2_ratio, 4},
    shown_statistic{"deflate_ratio", "Deflate ratio", &column_statistics::deflate_ratio, 4},
    shown_statistic{"rle_v1_symbol_elements", "RLE v1 symbol",
                    &column_statistics::rle_v1_symbol_elements, 2},
    shown_statistic{"deflate_symbol_bytes", "Deflate symbol",
                    &column_statistics::deflate_symbol_bytes, 2},
};

constexpr int value_width = 8;           // the width of a number
constexpr std::size_t label_width = 14;  // the width of a column's name and type
constexpr std::size_t line_width = 100;

std::string number(double value, int decimals) {
  std::array<char, 32> text{};
  if (std::isnan(value))
    std::snprintf(text.data(), text.size(), "%*s", value_width, "-");
  else
    std::snprintf(text.data(), text.size(), "%*.*f", value_width, decimals, value);
  return text.data();
}

// Breaks `text` into lines of at most line_width, each indented by the width of a label.
std::string wrapped(std::string_view text) {
  const std::string indent(label_width, ' ');
  std::string result;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && indent.size() + line.size() + 1 + word.size() > line_width) {
      result += indent + line + "\n";
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  return result + indent + line + "\n";
}

nlohmann::json to_json(const column_statistics& values) {
  nlohmann::json result;
  for (const shown_statistic& s : statistics) {
    const double value = values.*s.value;
    result[s.key] = std::isnan(value) ? nlohmann::json(nullptr) : nlohmann::json(value);
  }
  return result;
}

}  // namespace

std::string statistics_table(std::uint64_t bytes_per_column, std::uint64_t seed) {
  std::string table = padded("", label_width);
  for (const shown_statistic& s : statistics) table += "  " + padded(s.heading, 16);
  table.append("\n").append(padded("column", label_width));
  for (std::size_t i = 0; i < statistics.size(); ++i) table += "    ours   paper  ";
  table += "\n";
  std::string notes;
  for (const manifest_entry& entry : manifest()) {
    const column_statistics ours =
        datasets::measure_statistics(datasets::generate(entry.name, bytes_per_column, seed));
    table +=
        padded(std::string(entry.name) + " " + std::string(to_string(entry.type)), label_width);
    for (const shown_statistic& s : statistics)
      table += number(ours.*s.value, s.decimals) + number(entry.paper.*s.value, s.decimals) + "  ";
    table += "\n";
    if (!entry.note.empty()) {
      std::string note = wrapped(entry.note);
      notes += note.replace(0, entry.name.size(), entry.name);
    }
  }
  return table +
         "ratio: compressed size over uncompressed size, in chunks of 128 KiB; RLE v1 symbol: "
         "elements per\nrun or literal; Deflate symbol: output bytes per literal or match. Where "
         "the paper's numbers\ncontradict each other:\n" +
         notes;
}

nlohmann::json statistics_json(std::uint64_t bytes_per_column, std::uint64_t seed) {
  nlohmann::json columns = nlohmann::json::array();
  for (const manifest_entry& entry : manifest()) {
    const dataset data = datasets::generate(entry.name, bytes_per_column, seed);
    columns.push_back({{"name", entry.name},
                       {"long_name", entry.long_name},
                       {"category", entry.category},
                       {"type", to_string(entry.type)},
                       {"paper_type", entry.paper_type},
                       {"paper_gb", entry.paper_gb},
                       {"source", entry.source},
                       {"licence", entry.licence},
                       {"how_to_get", entry.how_to_get},
                       {"sha256", data.sha256},
                       {"generated", to_json(datasets::measure_statistics(data))},
                       {"paper", to_json(entry.paper)},
                       {"note", entry.note}});
  }
  return {{"bytes_per_column", bytes_per_column}, {"seed", seed}, {"columns", std::move(columns)}};
}

}  // namespace codag::harness
