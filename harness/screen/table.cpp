#include "harness/screen/table.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "harness/report/report.hpp"
#include "harness/screen/text_table.hpp"
#include "harness/statistics/statistics.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// A row of the table: the cases of one dataset, codec and chunk size.
std::string row_name(const json& c) {
  return c["dataset"]["name"].get<std::string>() + " " + c["codec"].get<std::string>() + " " +
         std::to_string(c["chunk_bytes"].get<unsigned>() / 1024) + "K";
}

/// "warp_per_chunk/all_threads/shared" is long for a column: its first part tells it apart here.
std::string short_name(const std::string& variant, const std::vector<std::string>& all) {
  const std::string head = variant.substr(0, variant.find('/'));
  int same = 0;
  for (const std::string& other : all) same += other.substr(0, other.find('/')) == head ? 1 : 0;
  return same > 1 ? variant : head;
}

struct grid {
  std::vector<std::string> rows, variants;
  std::map<std::string, std::map<std::string, const json*>> cells;

  explicit grid(const json& cases) {
    for (const json& c : cases) {
      if (c["variant"] == "copy") continue;
      const std::string row = row_name(c), variant = c["variant"];
      if (!cells.contains(row)) rows.push_back(row);
      if (std::find(variants.begin(), variants.end(), variant) == variants.end())
        variants.push_back(variant);
      cells[row][variant] = &c;
    }
  }
  [[nodiscard]] const json* at(const std::string& row, const std::string& variant) const {
    const auto found = cells.at(row).find(variant);
    return found == cells.at(row).end() ? nullptr : found->second;
  }
};

std::string ratio_of(const grid& g, const std::string& row) {
  for (const auto& [variant, c] : g.cells.at(row))
    if (!(*c)["ratio"].is_null()) return fixed((*c)["ratio"].get<double>(), 4);
  return "-";
}

/// A cell of `key`, or the case's status word if it is not ok.
std::string cell(const json* c, const char* key, int decimals, const char* unit = "") {
  if (c == nullptr) return "-";
  if ((*c)["status"] != "ok") return (*c)["status"];
  return (*c)[key].is_null()
             ? "-"
             : fixed((*c)[key].get<double>() * (*unit == '%' ? 100 : 1), decimals) + unit;
}

std::string throughput_table(const grid& g, const std::string& baseline) {
  text_table table;
  std::vector<std::string> head = {"dataset", "ratio"};
  for (const std::string& v : g.variants) head.push_back(short_name(v, g.variants) + " GB/s");
  for (const std::string& v : g.variants)
    if (v != baseline && v != "cpu_reference") head.push_back("speed-up");
  for (const std::string& v : g.variants)
    if (v != baseline && v != "cpu_reference") head.push_back("of roof");
  table.add(head);
  std::map<std::string, std::vector<double>> rates, speedups;
  for (const std::string& row : g.rows) {
    std::vector<std::string> line = {row, ratio_of(g, row)}, roofs;
    for (const std::string& v : g.variants) {
      const json* c = g.at(row, v);
      line.push_back(cell(c, "gbps", 1));
      if (c != nullptr && !(*c)["gbps"].is_null()) rates[v].push_back((*c)["gbps"]);
    }
    for (const std::string& v : g.variants) {
      if (v == baseline || v == "cpu_reference") continue;
      const json* c = g.at(row, v);
      line.push_back(cell(c, "speedup_over_baseline", 2, "x"));
      roofs.push_back(cell(c, "roof_share", 1, "%"));
      if (c != nullptr && !(*c)["speedup_over_baseline"].is_null())
        speedups[v].push_back((*c)["speedup_over_baseline"]);
    }
    line.insert(line.end(), roofs.begin(), roofs.end());
    table.add(line);
  }
  // A geometric mean over part of the rows would compare different things: only over all of them.
  const auto mean = [&](std::map<std::string, std::vector<double>>& of, const std::string& v,
                        const char* unit, int decimals) {
    return of[v].size() == g.rows.size() ? fixed(geometric_mean(of[v]), decimals) + unit
                                         : std::string("-");
  };
  std::vector<std::string> last = {"geomean", ""};
  for (const std::string& v : g.variants) last.push_back(mean(rates, v, "", 1));
  for (const std::string& v : g.variants)
    if (v != baseline && v != "cpu_reference") last.push_back(mean(speedups, v, "x", 2));
  table.add(last);
  return table.str();
}

std::string counts_table(const grid& g) {
  text_table table;
  table.add({"per KiB of output", "ratio", "variant", "block barriers", "warp barriers", "loads",
             "stores", "sectors", "lanes/access"});
  for (const std::string& row : g.rows) {
    for (const std::string& v : g.variants) {
      const json* c = g.at(row, v);
      if (c == nullptr || (*c)["backend"] != "host") continue;
      std::vector<std::string> line = {row, ratio_of(g, row), short_name(v, g.variants)};
      if ((*c)["status"] != "ok" || (*c)["counts"].is_null()) {
        line.push_back((*c)["status"] == "ok" ? "not counted" : (*c)["status"].get<std::string>());
      } else {
        const json& n = (*c)["counts"];
        const double kib = (*c)["raw_bytes"].get<double>() / 1024;
        const auto sum = [&](const char* a, const char* b) {
          return n[a].get<double>() + n[b].get<double>();
        };
        line.push_back(fixed(n["block_barriers"].get<double>() / kib, 3));
        line.push_back(fixed(n["warp_barriers"].get<double>() / kib, 2));
        line.push_back(fixed(n["load_instructions"].get<double>() / kib, 2));
        line.push_back(fixed(n["store_instructions"].get<double>() / kib, 2));
        line.push_back(fixed(sum("load_sectors", "store_sectors") / kib, 1));
        line.push_back(fixed(sum("load_lanes", "store_lanes") /
                                 std::max(1.0, sum("load_instructions", "store_instructions")),
                             1));
      }
      table.add(line);
    }
  }
  return table.str();
}

}  // namespace

std::string report_table(const json& report) {
  const json& codag = report["codag"];
  const grid g(codag["cases"]);
  std::string text;
  bool interpreted = false;
  for (const json& c : codag["cases"]) interpreted = interpreted || c["backend"] == "host";
  if (interpreted) {
    text +=
        "Kernels ran on the host backend, verified and counted. Its time is an interpreter's and "
        "is not shown.\n\n" +
        counts_table(g) + "\n";
    text += "Native on all CPU cores (reference decoder):\n\n";
    text_table cpu;
    cpu.add({"dataset", "ratio", "GB/s", "of roof"});
    for (const std::string& row : g.rows)
      if (const json* c = g.at(row, "cpu_reference"))
        cpu.add({row, ratio_of(g, row), cell(c, "gbps", 2), cell(c, "roof_share", 1, "%")});
    text += cpu.str();
  } else {
    text += throughput_table(g, codag["baseline"]);
  }
  for (const json& c : codag["cases"])
    if (c["variant"] == "copy")
      text += "roof: " + c["name"].get<std::string>() + " on " + c["backend"].get<std::string>() +
              " " + cell(&c, "gbps", 1) + " GB/s\n";
  for (const json& c : codag["cases"])
    if (c["status"] != "ok")
      text += c["name"].get<std::string>() + ": " + c["status"].get<std::string>() + ": " +
              c["reason"].get<std::string>() + "\n";
  return text;
}

void show_report(const std::filesystem::path& file, std::ostream& out) {
  const json report = read_report(file);
  const json& codag = report["codag"];
  const json& from = codag["provenance"];
  const json& gpu = from["gpu"];
  out << "experiment " << codag["experiment"].get<std::string>() << " on "
      << (gpu.is_null() ? "no GPU" : gpu["name"].get<std::string>()) << ", host "
      << from["host"]["cpu"].dump() << "\n"
      << "at " << from["time"].get<std::string>() << ", source "
      << (from["source"].is_null() ? "unknown"
                                   : from["source"]["revision"].get<std::string>() +
                                         (from["source"]["dirty"].get<bool>() ? " (dirty)" : ""))
      << (codag["complete"].get<bool>() ? "" : ", incomplete: `codag run --resume` goes on")
      << "\n\n"
      << report_table(report);
}

}  // namespace codag::harness
