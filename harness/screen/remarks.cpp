#include "harness/screen/remarks.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "harness/report/case_reader.hpp"
#include "harness/report/case_relations.hpp"
#include "harness/screen/noise.hpp"
#include "harness/screen/profiled_cases.hpp"
#include "harness/screen/text_table.hpp"
#include "harness/support/disturbed_row.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {

using nlohmann::json;

namespace {

/// A line per kind of reason: the first case that has it with its reason, and the number of others.
/// A case with an empty reason has no line.
template <class Reason, class Kind>
std::string lines_by_reason(const json& cases, const Reason& reason_of,
                            const Kind& kind_of_reason) {
  struct group {
    std::string first, reason;
    std::size_t others = 0;
  };
  std::vector<group> groups;  // in the order of the report
  std::map<std::string, std::size_t> place_of;
  for (const json& c : cases) {
    const std::string reason = reason_of(c);
    if (reason.empty()) continue;
    const auto [at, is_new] = place_of.try_emplace(kind_of_reason(c), groups.size());
    if (is_new)
      groups.push_back({c["name"], reason});
    else
      ++groups[at->second].others;
  }
  std::string text;
  for (const group& g : groups) {
    const std::string more = g.others == 0   ? ""
                             : g.others == 1 ? " and one more case"
                                             : " and " + std::to_string(g.others) + " more cases";
    text += printable(g.first + more + ": " + g.reason) + "\n";
  }
  return text;
}

}  // namespace

std::string text_or(const json& object, const char* key, const char* otherwise) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : otherwise;
}

std::string roof_lines(const json& cases) {
  std::string text;
  for (const json& c : cases) {
    if (kind_of(c) != work_kind::traffic) continue;
    std::string line = "memory traffic: " + c["name"].get<std::string>() + " on " +
                       c["backend"].get<std::string>() + " ";
    if (c["gbps"].is_null()) {
      line += c["status"] == "ok" ? "-" : c["status"].get<std::string>();
    } else {
      line += mark_of({&c}) + fixed(c["gbps"].get<double>(), 1) + " GB/s +- " + noise_text(c);
      if (!c["traffic_gbps"].is_null() && c["variant"] == "copy")
        line += ", read and write " + fixed(c["traffic_gbps"].get<double>(), 1);
    }
    text += printable(line) + "\n";
  }
  for (const shown_roof& roof : shown_roofs(cases))
    text += printable("roof: a case's own compressed and uncompressed bytes at " +
                      fixed(roof.gbps, 1) + " GB/s of traffic on " + roof.backend +
                      (roof.size.empty() ? "" : " at " + roof.size)) +
            "\n";
  return text;
}

std::string selection_line(const json& codag) {
  const json selection = codag.value("selection", json());
  if (selection.is_null()) return {};
  const std::string cases =
      selection["cases"].dump() + " of the config's " + selection["of"].dump() + " cases";
  const bool by_filter = selection["filter"].is_string();
  if (!by_filter && !selection["case"].is_string())
    return printable("selection: " + cases + ", joined from partial reports") + "\n";
  return printable("selection: " + cases + ", by " +
                   (by_filter ? "--filter " + selection["filter"].get<std::string>()
                              : "--case " + text_or(selection, "case", "?"))) +
         "\n";
}

std::string ptx_line(const json& codag) {
  const json gpu = codag.value("/provenance/gpu"_json_pointer, json());
  if (!gpu.is_object() || gpu.value("kernels_from_ptx", json()) != json(true)) return {};
  return printable("kernels: compiled by the driver from PTX for " +
                   text_or(gpu, "kernels_for", "?") +
                   ", because the program has no machine code for " +
                   text_or(gpu, "compute_capability", "this GPU") +
                   "; `scripts/build release` on this machine makes it") +
         "\n";
}

std::string missing_profiles(const json& codag) {
  const json asked = codag.value("/config/measurements"_json_pointer, json::array());
  std::string text;
  for (const char* key : {"stalls", "metrics", "energy", "transfer", "latency"}) {
    if (std::find(asked.begin(), asked.end(), key) == asked.end()) continue;
    const auto has_it = [&](const json& c) { return profile_of(&c, key) != nullptr; };
    const auto reasons_of = [&](const auto& is_meant) {
      std::map<std::string, std::size_t> reasons;
      for (const json& c : codag["cases"])
        if (c["status"] == "ok" && is_meant(c) && !has_it(c))
          ++reasons[text_or(c["absent"], key, "not in the report")];
      return reasons;
    };
    auto reasons = reasons_of([](const json& c) {
      return backend_of(c) != backend::cpu && kind_of(c) != work_kind::traffic &&
             kind_of(c) != work_kind::damage;
    });
    // Nobody misses it of other cases, unless there are no others.
    if (reasons.empty() && std::ranges::none_of(codag["cases"], has_it))
      reasons = reasons_of([](const json&) { return true; });
    for (const auto& [reason, cases] : reasons)
      text += printable(std::string(key) + ": none of " + std::to_string(cases) +
                        (cases == 1 ? " case: " : " cases: ") + reason) +
              "\n";
  }
  return text;
}

std::string not_ok_lines(const json& cases) {
  const auto reason_of = [](const json& c) {
    return c["status"] == "ok"
               ? std::string()
               : c["status"].get<std::string>() + ": " + c["reason"].get<std::string>();
  };
  return lines_by_reason(cases, reason_of, reason_of);
}

std::string disturbed_lines(const json& cases) {
  std::string reasons = lines_by_reason(cases, what_disturbed, kinds_of_disturbance);
  if (reasons.empty()) return reasons;
  const auto count = [&](const auto& is) {
    return static_cast<std::size_t>(std::ranges::count_if(cases, is));
  };
  const std::size_t seen = count([](const json& c) { return !what_disturbed(c).empty(); });
  const std::size_t not_judged = count(is_disturbed);
  return "disturbed: " + std::to_string(seen) + " of " + std::to_string(cases.size()) +
         " cases, marked " + disturbed_mark +
         (not_judged > 0 ? "; their times are shown, and never judged"
                         : "; --disturbed allow has their times judged all the same") +
         "\n" + reasons;
}

std::string report_line(const std::string& name) {
  // A path is cut only if it is longer than Linux allows.
  return "report: " + printable(name, 4096) + "\n";
}

}  // namespace codag::harness
