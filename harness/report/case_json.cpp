#include "harness/report/case_json.hpp"

#include "harness/statistics/statistics.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

json samples_json(const std::optional<sample_set>& s) {
  if (!s) return nullptr;
  json clocks = json::array();
  for (const double mhz : s->sm_clock_mhz) clocks.push_back(mhz > 0 ? json(mhz) : json(nullptr));
  return {{"median_s", s->median},
          {"low_s", s->low},
          {"high_s", s->high},
          {"relative_noise", interval{s->median, s->low, s->high}.relative_half_width()},
          {"samples_s", s->seconds},
          {"sm_clock_mhz", std::move(clocks)},
          {"discarded_throttled", s->discarded_throttled},
          {"noise_reached", s->noise_reached},
          {"stopped_by", s->stopped_by}};
}

json launch_json(const launch_facts& l) {
  return {{"grid", l.grid},
          {"block", l.block},
          {"registers_per_thread", l.registers},
          {"shared_bytes_per_block", l.static_shared_bytes},
          {"local_bytes_per_thread", l.local_bytes},
          {"resident_blocks_per_multiprocessor", l.resident_blocks},
          {"occupancy", l.occupancy}};
}

json dataset_json(const case_result& r) {
  if (r.what.dataset.name.empty()) return nullptr;
  return {{"name", r.what.dataset.name},
          {"type", to_string(r.type)},
          {"sha256", r.dataset_sha256},
          {"source", r.dataset_source},
          {"seed", r.seed}};
}

const char* why_no_gbps(const case_result& r) {
  if (r.status != case_status::ok) return "the case is not ok: see its status and reason";
  if (r.what.backend == "host")
    return "the host backend interprets the kernel: its time says nothing of a GPU";
  return "time was not measured";
}

}  // namespace

json case_json(const case_result& r) {
  const bool ok = r.status == case_status::ok;
  const auto or_null = [](bool known, auto&& value) {
    return known ? json(value()) : json(nullptr);
  };
  const auto rate = [&](double seconds) {
    return static_cast<double>(r.raw_bytes) / seconds / 1e9;
  };
  const auto gbps = r.gbps();
  const sample_set* s = r.headline();
  json absent = r.absent;
  if (!gbps) absent["gbps"] = why_no_gbps(r);
  return {{"name", r.what.name},
          {"dataset", dataset_json(r)},
          {"codec", r.what.codec},
          {"variant", r.what.variant},
          {"backend", r.what.backend},
          {"chunk_bytes", r.what.chunk_bytes},
          {"asked_bytes", r.what.size},
          {"status", to_string(r.status)},
          {"reason", r.reason},
          {"raw_bytes", r.raw_bytes},
          {"compressed_bytes", r.compressed_bytes},
          {"chunks", r.chunks},
          {"symbols", r.symbols},
          {"ratio", or_null(r.raw_bytes != 0 && r.compressed_bytes != 0,
                            [&] {
                              return static_cast<double>(r.compressed_bytes) /
                                     static_cast<double>(r.raw_bytes);
                            })},
          {"average_symbol_elements", or_null(r.symbols != 0,
                                              [&] {
                                                return static_cast<double>(r.raw_bytes /
                                                                           size_of(r.type)) /
                                                       static_cast<double>(r.symbols);
                                              })},
          {"time",
           {{"cold", ok ? samples_json(r.cold) : json(nullptr)},
            {"hot", ok ? samples_json(r.hot) : json(nullptr)}}},
          {"gbps", or_null(gbps.has_value(), [&] { return *gbps; })},
          {"gbps_low", or_null(gbps.has_value(), [&] { return rate(s->high); })},
          {"gbps_high", or_null(gbps.has_value(), [&] { return rate(s->low); })},
          {"roof_share", nullptr},
          {"speedup_over_baseline", nullptr},
          {"launch", r.launch ? launch_json(*r.launch) : json(nullptr)},
          {"counts", r.counts ? json(*r.counts) : json(nullptr)},
          {"chunk_status", r.chunk_status},
          {"absent", std::move(absent)}};
}

std::vector<json> benchmark_rows(const case_result& r) {
  const auto row = [](const std::string& name) {
    return json{
        {"name", name},      {"run_name", name},  {"run_type", "iteration"},       {"threads", 1},
        {"time_unit", "ns"}, {"family_index", 0}, {"per_family_instance_index", 0}};
  };
  if (r.status != case_status::ok) {
    json failed = row(r.what.name);
    failed.update({{"repetitions", 1},
                   {"repetition_index", 0},
                   {"iterations", 0},
                   {"real_time", 0.0},
                   {"cpu_time", 0.0},
                   {"error_occurred", true},
                   {"error_message", std::string(to_string(r.status)) + ": " + r.reason}});
    return {failed};
  }
  std::map<std::string, std::size_t> of_name, seen;
  for (const repetition& p : r.repetitions) ++of_name[p.name];
  std::vector<json> rows;
  for (const repetition& p : r.repetitions) {
    json one = row(p.name);
    one.update({{"repetitions", of_name[p.name]},
                {"repetition_index", seen[p.name]++},
                {"iterations", p.iterations},
                {"real_time", p.real_time_ns},
                {"cpu_time", p.cpu_time_ns}});
    if (r.what.backend == "host")
      one["label"] = "host backend: interpreter time, not a GPU's";
    else if (p.real_time_ns > 0)
      one["bytes_per_second"] = static_cast<double>(r.raw_bytes) / p.real_time_ns * 1e9;
    rows.push_back(std::move(one));
  }
  return rows;
}

void relate_cases(json& cases, const std::string& baseline) {
  for (json& c : cases) {
    if (c["gbps"].is_null()) continue;
    for (const json& other : cases) {
      if (other["gbps"].is_null()) continue;
      const double ratio = c["gbps"].get<double>() / other["gbps"].get<double>();
      const bool roof = other["variant"] == "copy" && other["asked_bytes"] == c["asked_bytes"] &&
                        other["backend"] == c["backend"];
      const bool base = other["variant"] == baseline && c["variant"] != "copy" &&
                        other["dataset"] == c["dataset"] && other["codec"] == c["codec"] &&
                        other["chunk_bytes"] == c["chunk_bytes"];
      if (roof) c["roof_share"] = ratio;
      if (base) c["speedup_over_baseline"] = ratio;
    }
  }
}

}  // namespace codag::harness
