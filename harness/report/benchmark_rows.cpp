#include "harness/report/benchmark_rows.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace codag::harness {

using nlohmann::json;

std::vector<json> benchmark_rows(const case_result& r, std::size_t first_family) {
  const auto row = [](const std::string& name, std::size_t family) {
    return json{{"name", name},          {"run_name", name},
                {"threads", 1},          {"run_type", "iteration"},
                {"time_unit", "ns"},     {"per_family_instance_index", 0},
                {"family_index", family}};
  };
  if (r.status != case_status::ok) {
    json failed = row(r.what.name, first_family);
    failed.update({{"repetitions", 1},
                   {"repetition_index", 0},
                   {"iterations", 0},
                   {"real_time", 0.0},
                   {"cpu_time", 0.0},
                   {"error_occurred", true},
                   {"error_message", std::string(to_string(r.status)) + ": " + r.reason}});
    return {failed};
  }
  struct series {
    std::size_t family = 0, rows = 0, seen = 0;
  };
  std::map<std::string, series> of_name;
  for (const repetition& p : r.repetitions) {
    const auto family = first_family + of_name.size();
    ++of_name.try_emplace(p.name, series{.family = family}).first->second.rows;
  }
  std::vector<json> rows;
  for (const repetition& p : r.repetitions) {
    series& its = of_name[p.name];
    json one = row(p.name, its.family);
    one.update({{"repetitions", its.rows},
                {"repetition_index", its.seen++},
                {"iterations", p.iterations},
                {"real_time", p.real_time_ns},
                {"cpu_time", p.cpu_time_ns}});
    if (r.what.backend == backend::host)
      one["label"] = "host backend: interpreter time, not a GPU's";
    else if (p.real_time_ns > 0)
      one[r.what.alu() != nullptr ? "items_per_second" : "bytes_per_second"] =
          static_cast<double>(r.what.alu() != nullptr ? r.operations : r.raw_bytes) /
          p.real_time_ns * 1e9;
    rows.push_back(std::move(one));
  }
  return rows;
}

}  // namespace codag::harness
