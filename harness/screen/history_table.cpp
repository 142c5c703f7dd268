#include "harness/screen/history_table.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/report/report_file.hpp"
#include "harness/report/run_time.hpp"
#include "harness/support/disturbed_row.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The digest of the values that a case worked on; empty for memory traffic and micro-benchmarks.
std::string digest_of(const json& row) {
  return row["dataset"].is_object() ? row["dataset"]["sha256"].get<std::string>() : std::string();
}

/// The last column of a point: how it changed, unless the two cases worked on different values.
std::string change_text(const history_point& p, const history_point* before) {
  if (before != nullptr && before->sha256 != p.sha256) return "other values";
  return p.change ? fixed(*p.change * 100, 2) + "%" : "";
}

}  // namespace

std::string time_of(const named_report& one) {
  return (*one.report)["codag"]["provenance"]["time"];
}

std::vector<case_history> history_of(std::vector<named_report> reports, const measure& m) {
  std::ranges::stable_sort(reports, {},
                           [](const named_report& one) { return run_time(time_of(one)); });
  std::vector<case_history> all;
  std::map<std::string, std::size_t> place;
  for (const named_report& one : reports) {
    const json& codag = (*one.report)["codag"];
    const json& provenance = codag["provenance"];
    const std::string gpu = gpu_name(codag), revision = short_revision_text(provenance);
    for (const json& row : codag["cases"]) {
      // A disturbed time is no step of a history.
      const bool judged = row["status"] == "ok" && !(m.is_sampled() && is_disturbed(row));
      const auto seen = judged ? observe(m, row) : std::nullopt;
      if (!seen) continue;
      const auto [at, is_new] = place.try_emplace(row["name"], all.size());
      if (is_new) all.push_back({at->first, {}});
      std::vector<history_point>& points = all[at->second].points;
      const std::string sha256 = digest_of(row);
      const double value = seen->value.value;
      const double before =
          points.empty() || points.back().sha256 != sha256 ? 0 : points.back().value;
      points.push_back({time_of(one), revision.empty() ? "-" : revision, gpu.empty() ? "-" : gpu,
                        one.file, sha256, value,
                        before > 0 ? std::optional(value / before - 1) : std::nullopt});
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
    const history_point* before = nullptr;
    for (const history_point& p : one.points) {
      table.add(
          {p.time, p.revision, p.gpu, p.file, significant(p.value, 6), change_text(p, before)});
      before = &p;
    }
    text += (text.empty() ? "" : "\n") + printable(one.name) + "\n" + table.str(width);
  }
  return text;
}

}  // namespace codag::harness
