#include "harness/screen/transfer_table.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/screen/case_grid.hpp"
#include "harness/screen/noise.hpp"
#include "harness/screen/profiled_cases.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// A number of a run, or "-"; one whose sampling ended at a limit has the mark.
std::string cell(const json& transfer, const char* run, const char* key, int decimals,
                 double scale = 1, const char* unit = "") {
  const json& its = transfer[run];
  const json value = its.is_null() ? json() : its.value(key, json());
  if (value.is_null()) return "-";
  return (its["noise_reached"] == false ? unsure_mark : "") +
         fixed(value.get<double>() * scale, decimals) + unit;
}

std::vector<std::string> whole_runs(const json& transfer) {
  const json& speedup = transfer["speedup_over_raw_copy"];
  return {cell(transfer, "none", "gbps", 1),
          cell(transfer, "in", "gbps", 1),
          cell(transfer, "in_out", "gbps", 1),
          cell(transfer, "link_in", "link_gbps", 1),
          speedup.is_null() ? "-" : fixed(speedup.get<double>(), 2) + "x",
          cell(transfer, "in", "link_share", 1, 100, "%"),
          cell(transfer, "in_out", "link_share", 1, 100, "%")};
}

std::vector<std::string> single_stages(const json& transfer) {
  const auto milliseconds = [&](const char* run) {
    return cell(transfer, run, "median_s", 3, 1e3);
  };
  const auto link = [&](const char* run) { return cell(transfer, run, "link_gbps", 1); };
  return {milliseconds("copy_in"), milliseconds("decode"), milliseconds("copy_out"),
          link("link_in"),         link("link_out"),       link("link_both")};
}

template <class Cells>
std::string table_of(const case_grid& grid, const std::vector<std::string>& head,
                     const Cells& cells, table_width width) {
  text_table table(2);
  table.add(head);
  for (const std::string& row : grid.rows())
    for (const std::string& v : grid.variants()) {
      const json* transfer = profile_of(grid.at(row, v), "transfer");
      if (transfer == nullptr) continue;
      std::vector<std::string> line = {row, grid.short_name(v)};
      for (std::string& one : cells(*transfer)) line.push_back(std::move(one));
      table.add(line);
    }
  return table.str(width);
}

}  // namespace

std::string transfer_table(const json& cases, table_width width) {
  const auto transfers = profiles_of(cases, "transfer");
  if (transfers.empty()) return "";
  const case_grid grid(cases);
  constexpr double mib = 1 << 20;
  return "GB/s of output with the compressed column in pinned host memory" +
         printable(grid.common().empty() ? "" : "; " + grid.common()) + "\npieces of " +
         significant((*transfers[0])["piece_bytes"].get<double>() / mib) + " MiB on " +
         range_of(transfers, "streams", 0) +
         " streams; no PCIe: in one launch, from the GPU's memory\n"
         "raw in: the uncompressed column is copied; speed-up: of in over raw in\n"
         "of link: share of the time that the copies take at the link's bandwidth\n\n" +
         table_of(grid,
                  {"dataset", "variant", "no PCIe", "in", "in, out", "raw in", "speed-up",
                   "in of link", "in, out of link"},
                  whole_runs, width) +
         "\nMilliseconds of each stage alone, piece by piece, and GB/s that the link copies\n\n" +
         table_of(grid,
                  {"dataset", "variant", "copy in", "decode", "copy out", "link in", "link out",
                   "link both"},
                  single_stages, width);
}

}  // namespace codag::harness
