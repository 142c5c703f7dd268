#include "harness/screen/table.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

#include "harness/measure/statistics/statistics.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/report/report_file.hpp"
#include "harness/screen/bars.hpp"
#include "harness/screen/case_grid.hpp"
#include "harness/screen/claims_table.hpp"
#include "harness/screen/damage_table.hpp"
#include "harness/screen/energy_table.hpp"
#include "harness/screen/latency_table.hpp"
#include "harness/screen/metrics_table.hpp"
#include "harness/screen/microbenchmark_table.hpp"
#include "harness/screen/noise.hpp"
#include "harness/screen/query_table.hpp"
#include "harness/screen/remarks.hpp"
#include "harness/screen/stalls_table.hpp"
#include "harness/screen/text_table.hpp"
#include "harness/screen/transfer_table.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// A column of the throughput table: one number for each row, from the case of one variant. An
/// unsure or disturbed number has its mark, and so has a mean of such numbers.
struct column {
  std::string head, variant;
  const char* key;
  int decimals = 0;
  double scale = 1;
  const char* unit = "";
  std::string over = {};  ///< the variant whose throughput it is relative to; empty: none
  bool with_noise = false;

  /// The number, or the status of a case that is not ok.
  [[nodiscard]] std::string cell(const case_grid& grid, const std::string& row) const {
    const json* c = grid.at(row, variant);
    if (c == nullptr) return "-";
    if ((*c)["status"] != "ok") return (*c)["status"];
    if ((*c)[key].is_null()) return "-";
    const std::string number = text((*c)[key].get<double>(), mark_of(behind(grid, row)));
    return with_noise ? number + " +- " + noise_text(*c) : number;
  }

  /// The mean over all of `rows`, or "-" if one lacks a value: means over different rows are not
  /// comparable.
  [[nodiscard]] std::string mean(const case_grid& grid,
                                 const std::vector<std::string>& rows) const {
    std::vector<double> values;
    std::vector<const json*> all;
    for (const std::string& row : rows) {
      const json* c = grid.at(row, variant);
      if (c == nullptr || (*c)[key].is_null()) return "-";
      values.push_back((*c)[key]);
      for (const json* one : behind(grid, row)) all.push_back(one);
    }
    // The spaces put the mean below the numbers, which have their noise after them.
    return text(geometric_mean(values), mark_of(all)) + (with_noise ? "         " : "");
  }

 private:
  /// The cases that a number comes from.
  [[nodiscard]] std::vector<const json*> behind(const case_grid& grid,
                                                const std::string& row) const {
    return {grid.at(row, variant), over.empty() ? nullptr : grid.at(row, over)};
  }

  [[nodiscard]] std::string text(double value, const std::string& mark) const {
    return mark + fixed(value * scale, decimals) + unit;
  }
};

std::vector<column> throughput_columns(const case_grid& grid, const std::string& baseline) {
  std::vector<column> columns;
  std::vector<std::string> compared;
  for (const std::string& v : grid.variants()) {
    columns.push_back({.head = grid.short_name(v),
                       .variant = v,
                       .key = "gbps",
                       .decimals = grid.is_native(v) ? 3 : 1,  // an encoder of a CPU is slow
                       .with_noise = true});
    if (v != baseline && !grid.is_native(v)) compared.push_back(v);
  }
  const auto head = [&](const std::string& word, const std::string& v) {
    return compared.size() > 1 ? grid.short_name(v) + " " + word : word;
  };
  for (const std::string& v : compared)
    columns.push_back({.head = head("speed-up", v),
                       .variant = v,
                       .key = "speedup_over_baseline",
                       .decimals = 2,
                       .unit = "x",
                       .over = baseline});
  for (const std::string& v : compared)
    columns.push_back({.head = head("of roof", v),
                       .variant = v,
                       .key = "roof_share",
                       .decimals = 1,
                       .scale = 100,
                       .unit = "%"});
  return columns;
}

/// One line per row of the grid, then the geometric means of each codec.
std::string table_of(const case_grid& grid, const std::vector<column>& columns, table_width width) {
  text_table table;
  std::vector<std::string> head = {"dataset", "ratio"};
  for (const column& c : columns) head.push_back(c.head);
  table.add(head);
  for (const std::string& row : grid.rows()) {
    std::vector<std::string> line = {row, grid.ratio(row)};
    for (const column& c : columns) line.push_back(c.cell(grid, row));
    table.add(line);
  }
  for (const auto& [codec, rows] : grid.rows_by_codec()) {
    std::vector<std::string> means = {codec.empty() ? "geomean" : "geomean " + codec, ""};
    for (const column& c : columns) means.push_back(c.mean(grid, rows));
    table.add(means);
  }
  return table.str(width);
}

/// The number of variants that fit into columns.
constexpr std::size_t most_columns = 3;

/// For more variants than fit into columns: one table per codec with one line per variant, of all
/// variants or only of native ones.
std::string table_by_variant(const case_grid& grid, const std::string& baseline, table_width width,
                             bool only_native = false) {
  std::string text;
  for (const auto& [codec, rows] : grid.rows_by_codec()) {
    text_table table;
    std::vector<std::string> head = {codec.empty() ? "variant" : codec};
    for (const std::string& row : rows) head.push_back(row.substr(0, row.find(" " + codec)));
    head.insert(head.end(), {"geomean", "speed-up", "+- at most", "ratio"});
    table.add(head);
    for (const std::string& v : grid.variants_in(rows)) {
      if (only_native && !grid.is_native(v)) continue;
      const column gbps{.head = "", .variant = v, .key = "gbps", .decimals = only_native ? 2 : 1};
      const column speedup{.head = "",
                           .variant = v,
                           .key = "speedup_over_baseline",
                           .decimals = 2,
                           .unit = "x",
                           .over = baseline};
      std::vector<std::string> line = {v};
      std::vector<const json*> cases;
      for (const std::string& row : rows) {
        line.push_back(gbps.cell(grid, row));
        cases.push_back(grid.at(row, v));
      }
      line.push_back(gbps.mean(grid, rows));
      line.push_back(v == baseline ? "baseline" : speedup.mean(grid, rows));
      line.push_back(widest_noise(cases));
      const column ratio{.head = "", .variant = v, .key = "ratio", .decimals = 3};
      line.push_back(ratio.mean(grid, rows));
      table.add(line);
    }
    text += (text.empty() ? "" : "\n") + table.str(width);
  }
  return text;
}

std::string throughput_table(const case_grid& grid, const std::string& baseline,
                             table_width width) {
  return printable("GB/s of " + grid.bytes() + "; speed-up over " + baseline +
                   (grid.common().empty() ? "" : "; " + grid.common())) +
         "\n\n" +
         (grid.variants().size() > most_columns
              ? table_by_variant(grid, baseline, width)
              : table_of(grid, throughput_columns(grid, baseline), width));
}

/// The cells of an interpreted case: its counts per KiB of output.
std::vector<std::string> count_cells(const json& c) {
  if (c["status"] != "ok") return {c["status"]};
  if (c["counts"].is_null()) return {"not counted"};
  const auto sum = [&](const char* a, const char* b) -> std::optional<double> {
    const auto first = c["counts"].find(a), second = c["counts"].find(b);
    if (first == c["counts"].end() || second == c["counts"].end()) return std::nullopt;
    return first->get<double>() + (std::string_view(a) == b ? 0 : second->get<double>());
  };
  const auto over = [](std::optional<double> dividend, std::optional<double> divisor,
                       int decimals) {
    return dividend && divisor && *divisor > 0 ? fixed(*dividend / *divisor, decimals)
                                               : std::string("-");
  };
  const double kib = c["raw_bytes"].get<double>() / 1024;
  std::vector<std::string> cells;
  for (const auto& [key, decimals] : {std::pair{"block_barriers", 3},
                                      {"warp_barriers", 2},
                                      {"load_instructions", 2},
                                      {"store_instructions", 2}})
    cells.push_back(over(sum(key, key), kib, decimals));
  cells.push_back(over(sum("load_sectors", "store_sectors"), kib, 1));
  cells.push_back(
      over(sum("load_lanes", "store_lanes"), sum("load_instructions", "store_instructions"), 1));
  if (c["counts"].contains("rounds"))
    cells.push_back(over(sum("rounds", "rounds"), sum("groups", "groups"), 2));
  return cells;
}

std::string counts_table(const case_grid& grid, table_width width) {
  text_table table(2);
  bool with_rounds = false;
  for (const std::string& row : grid.rows())
    for (const std::string& v : grid.variants())
      if (const json* c = grid.at(row, v))
        with_rounds = with_rounds || (*c)["counts"].contains("rounds");
  std::vector<std::string> head = {"dataset", "variant", "ratio",   "block barr.", "warp barr.",
                                   "loads",   "stores",  "sectors", "lanes"};
  if (with_rounds) head.emplace_back("rounds");
  table.add(head);
  for (const std::string& row : grid.rows())
    for (const std::string& v : grid.variants()) {
      const json* c = grid.at(row, v);
      if (c == nullptr || backend_of(*c) != backend::host) continue;
      std::vector<std::string> line = {row, grid.short_name(v), grid.ratio(row)};
      for (std::string& cell : count_cells(*c)) line.push_back(std::move(cell));
      table.add(line);
    }
  return "Per KiB of " + grid.bytes() +
         ": barriers, load and store instructions per warp, 32-byte sectors.\n"
         "Lanes: active lanes per memory instruction" +
         (with_rounds ? "; rounds: per group of 32 sequences" : "") +
         printable(grid.common().empty() ? "" : "; " + grid.common()) + "\n\n" + table.str(width);
}

std::string cpu_table(const case_grid& grid, const std::string& baseline, table_width width) {
  const std::string title =
      "GB/s of " + grid.bytes() +
      ", native code on the CPU cores; cpu_reference: the reference decoder\n\n";
  const auto native = std::ranges::count_if(
      grid.variants(), [&](const std::string& v) { return grid.is_native(v); });
  if (static_cast<std::size_t>(native) > most_columns)
    return title + table_by_variant(grid, baseline, width, true);
  std::vector<column> columns;
  for (const std::string& v : grid.variants()) {
    if (!grid.is_native(v)) continue;
    columns.push_back({.head = v, .variant = v, .key = "gbps", .decimals = 2, .with_noise = true});
    columns.push_back({.head = "of roof",
                       .variant = v,
                       .key = "roof_share",
                       .decimals = 1,
                       .scale = 100,
                       .unit = "%"});
  }
  return title + table_of(grid, columns, width);
}

}  // namespace

std::string report_table(const json& report, table_width width) {
  const json& codag = report["codag"];
  const case_grid grid(codag["cases"]);
  bool interpreted = false, native = false;
  for (const json& c : codag["cases"]) {
    interpreted = interpreted || backend_of(c) == backend::host;
    native = native || (backend_of(c) == backend::cpu && kind_of(c) != work_kind::traffic);
  }
  std::string text;
  if (is_microbenchmark(codag["cases"])) {
    text = microbenchmark_table(codag["cases"], width);
  } else if (interpreted) {
    text =
        "The kernels were verified and counted on the host backend. An interpreter's time says "
        "nothing\nabout a GPU's, so there are no GB/s.\n\n" +
        counts_table(grid, width) +
        (native ? "\n" + cpu_table(grid, codag["baseline"], width) : "");
  } else if (!grid.rows().empty()) {
    text = throughput_table(grid, codag["baseline"], width);
  }
  text += noise_line(codag) + roof_lines(codag["cases"]) + selection_line(codag) + ptx_line(codag);
  text += not_ok_lines(codag["cases"]) + missing_profiles(codag);
  const bar_ink ink = ink_of_locale();
  const json& cases = codag["cases"];
  for (const std::string& profile :
       {query_table(cases, width), stalls_table(cases, ink, width),
        metrics_table(cases, ink, width), transfer_table(cases, width), energy_table(cases, width),
        latency_table(cases, width), damage_table(cases, width)})
    text += (text.empty() || profile.empty() ? "" : "\n") + profile;
  const std::string claims = claims_tables(codag, width);
  return text + (text.empty() || claims.empty() ? "" : "\n") + claims + disturbed_lines(cases);
}

void print_report(const std::filesystem::path& file, const std::string& name, std::ostream& out,
                  table_width width) {
  out << report_table(read_report(file), width) << report_line(name);
}

void show_report(const std::filesystem::path& file, std::ostream& out, bool with_lines,
                 table_width width) {
  const json report = read_report(file);
  const json& codag = report["codag"];
  const json& from = codag["provenance"];
  const json &gpu = from["gpu"], &source = from["source"];
  const std::string cpu = text_or(from["host"], "cpu", "an unknown CPU");
  std::set<std::string> notes;  // cases of the same column share a note
  for (const json& c : codag["cases"]) notes.insert(text_or(c, "note", ""));
  notes.erase("");
  out << printable(
             "experiment " + codag["experiment"].get<std::string>() + " on " +
             (gpu.is_null() ? cpu + ", no GPU" : text_or(gpu, "name", "a GPU") + ", host " + cpu))
      << "\n"
      << printable(
             "at " + from["time"].get<std::string>() + ", source " +
             (source.is_null() ? "unknown" : source["revision"].get<std::string>()) +
             (!source.is_null() && source["dirty"].get<bool>() ? " (dirty)" : "") +
             (codag["complete"].get<bool>() ? "" : ", incomplete: `codag run --resume` continues"))
      << "\n\n"
      << report_table(report, width);
  if (with_lines) {
    const std::string lines = hottest_lines(codag["cases"], width);
    out << "\n"
        << (lines.empty() ? "source lines: no case has any; the measurement \"stalls\" records "
                            "them on a GPU\n"
                          : lines);
  }
  for (const std::string& note : notes) out << printable(note) << "\n";
  out << report_line(file.string());
}

}  // namespace codag::harness
