#include "harness/page/page.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/page/case_data.hpp"
#include "harness/page/page_files.hpp"
#include "harness/page/page_source.hpp"
#include "harness/page/relation_data.hpp"
#include "harness/page/report_data.hpp"

namespace codag::harness {
namespace {

using nlohmann::ordered_json;

/// The paths without the folders in front that all of them share: "fig7.json", "h100/fast.json";
/// the paths as they were given if that is none.
std::vector<std::string> labels_of(const std::vector<named_report>& reports) {
  namespace fs = std::filesystem;
  const auto folder_of = [](const named_report& one) {
    return fs::absolute(one.file).lexically_normal().parent_path();
  };
  fs::path shared = folder_of(reports.front());
  for (const named_report& one : reports) {
    const fs::path folder = folder_of(one);
    const auto [end, unused] = std::ranges::mismatch(shared, folder);
    fs::path common;
    for (auto part = shared.begin(); part != end; ++part) common /= *part;
    shared = std::move(common);
  }
  std::vector<std::string> labels;
  labels.reserve(reports.size());
  for (const named_report& one : reports)
    labels.push_back(
        shared == shared.root_path()
            ? one.file
            : fs::absolute(one.file).lexically_normal().lexically_relative(shared).string());
  return labels;
}

ordered_json page_data(const std::vector<named_report>& given) {
  std::vector<named_report> reports = given;
  const std::vector<std::string> labels = labels_of(given);
  for (std::size_t i = 0; i < reports.size(); ++i) reports[i].file = labels[i];
  ordered_json data = {{"reports", ordered_json::array()}};
  for (const named_report& one : reports) {
    const nlohmann::json& codag = (*one.report)["codag"];
    data["reports"].push_back({{"label", one.file},
                               {"experiment", codag["experiment"].get<std::string>()},
                               {"baseline", codag["baseline"].get<std::string>()},
                               {"summary", summary_of(codag)},
                               {"claims", claims_data(codag, "claims")},
                               {"targets", claims_data(codag, "targets")},
                               {"machine", machine_data(codag)},
                               {"cases", cases_data(codag)},
                               {"roofs", roofs_data(codag)},
                               {"stalls", stalls_data(codag)},
                               {"ablations", ablations_data(codag)}});
  }
  data["comparison"] = reports.size() == 2 ? comparison_data(reports[0], reports[1]) : nullptr;
  data["history"] = reports.size() > 2 ? history_data(reports) : ordered_json::array();
  return data;
}

}  // namespace

std::string page_of(const std::vector<named_report>& reports) {
  const std::string style_source = policy_source(page_style),
                    script_source = policy_source(page_script),
                    data = data_block(printable_strings(page_data(reports)));
  return filled(page_template, {{"style source", style_source},
                                {"script source", script_source},
                                {"style", page_style},
                                {"data", data},
                                {"script", page_script}});
}

bool is_page(std::string_view beginning) {
  const std::string_view mark = page_template.substr(0, page_template.find("<title>"));
  return beginning.starts_with(mark);
}

}  // namespace codag::harness
