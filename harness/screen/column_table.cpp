#include "harness/screen/column_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "datasets/generator/generator.hpp"
#include "datasets/gzip_ratio.hpp"
#include "datasets/manifest.hpp"
#include "datasets/statistics.hpp"
#include "datasets/symbol_manifest.hpp"
#include "datasets/text_manifest.hpp"
#include "harness/screen/bars.hpp"
#include "harness/screen/column_statistics.hpp"

namespace codag::harness {
namespace {

using datasets::column_statistics, datasets::dataset, datasets::manifest, datasets::manifest_entry,
    datasets::symbol_entry, datasets::symbol_manifest;

// The width of the indent of notes, of which each begins with a column's name.
constexpr std::size_t indent_width = 14;

// Breaks `text` into indented lines of at most line_width.
std::string wrapped(std::string_view text, std::size_t line_width) {
  const std::string indent(indent_width, ' ');
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

std::vector<std::string> statistics_row(std::string_view name, element_type type,
                                        const column_statistics& ours,
                                        const column_statistics& paper) {
  std::vector<std::string> row = {std::string(name) + " " + std::string(to_string(type))};
  for (const shown_statistic& s : shown_statistics)
    row.push_back(statistic_text(ours.*s.value, s.decimals) + " / " +
                  statistic_text(paper.*s.value, s.decimals));
  return row;
}

/// The note after the column's name; nothing if there is none.
std::string noted(std::string_view name, std::string_view note, std::size_t line_width) {
  if (note.empty()) return "";
  return wrapped(note, line_width).replace(0, name.size(), name);
}

/// Gompresso's files and what stands in for them.
std::string texts_table(std::uint64_t bytes_per_column, std::uint64_t seed, table_width width) {
  text_table table;
  table.add({"text", "stands in for", "gzip -6 ratio"});
  for (const datasets::text_entry& entry : datasets::text_manifest()) {
    const dataset ours = datasets::generate(entry.name, bytes_per_column, seed);
    table.add({std::string(entry.name), std::string(entry.file),
               statistic_text(datasets::gzip_ratio(ours.bytes), 2) + " / " +
                   statistic_text(entry.paper_gzip_ratio, 2)});
  }
  return table.str(width) +
         "gzip -6 ratio: uncompressed size over compressed size, of the text as a whole\n";
}

}  // namespace

std::string statistics_table(std::uint64_t bytes_per_column, std::uint64_t seed,
                             table_width width) {
  text_table table;
  std::vector<std::string> heads = {"column"};
  for (const shown_statistic& s : shown_statistics) heads.emplace_back(s.heading);
  table.add(std::move(heads));
  std::string notes;
  for (const manifest_entry& entry : manifest()) {
    table.add(statistics_row(
        entry.name, entry.type,
        datasets::measure_statistics(datasets::generate(entry.name, bytes_per_column, seed)),
        entry.paper));
    notes += noted(entry.name, entry.note, bar_table_width(width));
  }
  for (const symbol_entry& entry : symbol_manifest()) {
    const dataset data = datasets::generate(entry.name, bytes_per_column, seed);
    table.add(statistics_row(entry.name, data.type, datasets::measure_statistics(data),
                             symbol_target(entry)));
    notes += noted(entry.name, entry.note, bar_table_width(width));
  }
  return "ours / the paper's\n\n" + table.str(width) +
         "ratio: compressed size over uncompressed size, in chunks of 128 KiB; RLE v1 symbol: "
         "elements per\nrun or literal; Deflate symbol: output bytes per literal or match. Where "
         "the paper's numbers\ncontradict each other:\n" +
         notes + "\n" + texts_table(bytes_per_column, seed, width);
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
                       {"generated", statistics_values(datasets::measure_statistics(data))},
                       {"paper", statistics_values(entry.paper)},
                       {"note", entry.note}});
  }
  nlohmann::json symbol_columns = nlohmann::json::array();
  for (const symbol_entry& entry : symbol_manifest()) {
    const dataset data = datasets::generate(entry.name, bytes_per_column, seed);
    nlohmann::json not_followed = nlohmann::json::array();
    for (const shown_statistic& s : shown_statistics)
      if (std::ranges::find(entry.not_followed, s.value) != entry.not_followed.end())
        not_followed.push_back(s.key);
    symbol_columns.push_back({{"name", entry.name},
                              {"column", entry.column},
                              {"type", to_string(data.type)},
                              {"sha256", data.sha256},
                              {"generated", statistics_values(datasets::measure_statistics(data))},
                              {"paper", statistics_values(symbol_target(entry))},
                              {"not_followed", std::move(not_followed)},
                              {"note", entry.note}});
  }
  nlohmann::json texts = nlohmann::json::array();
  for (const datasets::text_entry& entry : datasets::text_manifest()) {
    const dataset data = datasets::generate(entry.name, bytes_per_column, seed);
    texts.push_back({{"name", entry.name},
                     {"file", entry.file},
                     {"content", entry.content},
                     {"paper_gb", entry.paper_gb},
                     {"source", entry.source},
                     {"licence", entry.licence},
                     {"how_to_get", entry.how_to_get},
                     {"sha256", data.sha256},
                     {"generated", {{"gzip_ratio", datasets::gzip_ratio(data.bytes)}}},
                     {"paper", {{"gzip_ratio", entry.paper_gzip_ratio}}}});
  }
  return {{"bytes_per_column", bytes_per_column},
          {"seed", seed},
          {"columns", std::move(columns)},
          {"symbol_columns", std::move(symbol_columns)},
          {"texts", std::move(texts)}};
}

}  // namespace codag::harness
