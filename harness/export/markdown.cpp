// A table in GitHub Flavored Markdown (its specification, section 4.10).
#include <cstdio>

#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/support/markdown_cell.hpp"

namespace codag::harness {
namespace {

std::string gbps_text(const nlohmann::json& row) {
  if (!has_gbps(row)) return text_at(row, "status") == "ok" ? "-" : text_at(row, "status");
  char text[64];
  const double gbps = row["gbps"];
  if (row["gbps_low"].is_number() && row["gbps_high"].is_number() && gbps > 0)
    std::snprintf(text, sizeof(text), "%.1f ± %.2f %%", gbps,
                  50 * (row["gbps_high"].get<double>() - row["gbps_low"].get<double>()) / gbps);
  else
    std::snprintf(text, sizeof(text), "%.1f", gbps);
  return text;
}

}  // namespace

std::string to_markdown(const std::vector<nlohmann::json>& reports) {
  const nlohmann::json& report = reports.front();
  std::string text = "| case | ratio | GB/s |\n|---|---|---|\n";
  for (const nlohmann::json& row : report["codag"]["cases"]) {
    char ratio[32] = "";
    if (row["ratio"].is_number())
      std::snprintf(ratio, sizeof(ratio), "%.4f", row["ratio"].get<double>());
    text += "| " + markdown_cell(text_at(row, "name")) + " | " + ratio + " | " + gbps_text(row) +
            " |\n";
  }
  return text + "\nExperiment " + markdown_cell(text_at(report["codag"], "experiment")) +
         ", GPU: " + markdown_cell(gpu_of(report)) +
         ", revision: " + markdown_cell(revision_text(report["codag"]["provenance"])) + ", " +
         markdown_cell(text_at(report["codag"]["provenance"], "time")) + "\n";
}

}  // namespace codag::harness
