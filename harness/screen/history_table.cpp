#include "harness/screen/history_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/report_file.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

std::string time_of(const named_report& one) {
  return (*one.report)["codag"]["provenance"]["time"];
}

/// The revision with the first 12 digits, as git shows them.
std::string short_revision(const json& provenance) {
  const std::string text = revision_text(provenance);
  const std::size_t digits = std::min(text.find('-'), text.size());
  return text.empty() ? "-"
                      : text.substr(0, std::min<std::size_t>(digits, 12)) + text.substr(digits);
}

}  // namespace

std::vector<case_history> history_of(std::vector<named_report> reports, const measure& m) {
  std::ranges::stable_sort(reports, {}, time_of);
  std::vector<case_history> all;
  for (const named_report& one : reports) {
    const json& codag = (*one.report)["codag"];
    const json& provenance = codag["provenance"];
    const std::string gpu = gpu_name(codag);
    for (const json& row : codag["cases"]) {
      const auto seen = row["status"] == "ok" ? observe(m, row) : std::nullopt;
      if (!seen) continue;
      const std::string name = row["name"];
      auto at = std::ranges::find(all, name, &case_history::name);
      if (at == all.end()) at = all.insert(at, {name, {}});
      at->points.push_back({time_of(one), short_revision(provenance), gpu.empty() ? "-" : gpu,
                            one.file, seen->value.value});
    }
  }
  return all;
}

std::string history_text(const std::vector<case_history>& histories, const measure& m,
                         table_width width) {
  std::string text;
  for (const case_history& one : histories) {
    text_table table(4);
    table.add({"time", "revision", "GPU", "report", m.unit.empty() ? m.name : m.unit, "change"});
    double before = 0;
    for (const history_point& p : one.points) {
      table.add({p.time, p.revision, p.gpu, p.file, significant(p.value, 6),
                 before > 0 ? fixed((p.value / before - 1) * 100, 2) + "%" : ""});
      before = p.value;
    }
    text += (text.empty() ? "" : "\n") + printable(one.name) + "\n" + table.str(width);
  }
  return text;
}

}  // namespace codag::harness
