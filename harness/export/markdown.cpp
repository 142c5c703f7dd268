// A table in GitHub Flavored Markdown (its specification, section 4.10).
#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/support/digits.hpp"
#include "harness/support/markdown_cell.hpp"

namespace codag::harness {
namespace {

std::string gbps_text(const nlohmann::json& row) {
  if (is_disturbed(row)) return "disturbed";
  if (!has_gbps(row)) return text_at(row, "status") == "ok" ? "-" : text_at(row, "status");
  const double gbps = row["gbps"];
  std::string text = digits(gbps, 4, 1);
  if (row["gbps_low"].is_number() && row["gbps_high"].is_number() && gbps > 0) {
    const double high = row["gbps_high"], low = row["gbps_low"];
    text += " ± " + digits(50 * (high - low) / gbps, 2) + " %";
  }
  return text;
}

}  // namespace

std::string to_markdown(const std::vector<nlohmann::json>& reports) {
  const nlohmann::json& report = reports.front();
  std::string text = "| case | ratio | GB/s |\n|---|---|---|\n";
  for (const nlohmann::json& row : report["codag"]["cases"]) {
    const std::string ratio = row["ratio"].is_number() ? digits(row["ratio"], 4, 4) : "";
    text += "| " + markdown_cell(text_at(row, "name")) + " | " + ratio + " | " + gbps_text(row) +
            " |\n";
  }
  return text + "\nExperiment " + markdown_cell(text_at(report["codag"], "experiment")) +
         ", GPU: " + markdown_cell(gpu_of(report)) +
         ", revision: " + markdown_cell(revision_text(report["codag"]["provenance"])) + ", " +
         markdown_cell(text_at(report["codag"]["provenance"], "time")) + "\n";
}

}  // namespace codag::harness
