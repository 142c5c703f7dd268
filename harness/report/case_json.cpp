#include "harness/report/case_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "datasets/ssb/sizes.hpp"
#include "harness/kernels/traffic.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/report/samples_json.hpp"
#include "harness/report/transfer_json.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

json times_json(const std::optional<sample_set>& s) {
  if (!s) return nullptr;
  json clocks = json::array();
  for (const double mhz : s->sm_clock_mhz) clocks.push_back(mhz > 0 ? json(mhz) : json(nullptr));
  json times = samples_json(*s);
  times["sm_clock_mhz"] = std::move(clocks);
  times["discarded_throttled"] = s->discarded_throttled;
  return times;
}

json launch_json(const launch_facts& l) {
  return {{"grid", l.grid},
          {"block", l.block},
          {"registers_per_thread", l.registers},
          {"shared_bytes_per_block", l.shared_bytes},
          {"local_bytes_per_thread", l.local_bytes},
          {"resident_blocks_per_multiprocessor", l.resident_blocks},
          {"occupancy", l.occupancy}};
}

json energy_json(const energy_facts& e, const case_result& r) {
  const double gb = static_cast<double>(r.raw_bytes) * static_cast<double>(e.launches) / 1e9;
  json energy = {{"pass", "energy"},
                 {"source", e.source},
                 {"seconds", e.seconds},
                 {"launches", e.launches},
                 {"joules", e.joules},
                 {"joules_per_gb", gb > 0 ? json(e.joules / gb) : json(nullptr)},
                 {"average_watts", e.average_watts},
                 {"throttle_reasons", nullptr},
                 {"absent", json::object()}};
  json& absent = energy["absent"];
  if (gb == 0) absent["joules_per_gb"] = "the case has no output to decode";
  if (e.throttle_reasons)
    energy["throttle_reasons"] = *e.throttle_reasons;
  else
    absent["throttle_reasons"] = e.no_throttle_reasons;
  return energy;
}

/// The value as it appears in the report: a number, or the name of a choice.
json value_json(const parameter& p, std::uint64_t value) {
  if (!p.choices.empty()) return std::string(p.choices[value]);
  if (p.scale == 1) return value;
  return static_cast<double>(value) / static_cast<double>(p.scale);
}

json parameters_json(const resolved_parameters& parameters) {
  json all = json::object();
  for (std::size_t i = 0; i < parameters.declared.size(); ++i) {
    const parameter& p = parameters.declared[i];
    all[std::string(p.key)] = value_json(p, parameters.values[i]);
  }
  return all;
}

json dataset_json(const case_result& r) {
  const column_work* column = r.what.column();
  if (column == nullptr) return nullptr;
  json parameters = json::object();
  for (const auto& [p, value] : column->dataset.chosen.values)
    parameters[std::string(p.key)] = value_json(p, value);
  json all = {{"name", column->dataset.name}, {"parameters", std::move(parameters)},
              {"type", to_string(r.type)},    {"sha256", r.dataset_sha256},
              {"source", r.dataset_source},   {"seed", r.seed}};
  if (!r.table) return all;
  json& table = all["table"] = {{"column", r.table->column}, {"column_type", r.table->column_type}};
  if (r.table->rows) table["rows"] = *r.table->rows;
  if (r.table->nulls) table["nulls"] = *r.table->nulls;
  return all;
}

/// Adds the variant's parts and parameters, and the encoder's parameters.
void add_parts(json& c, const bench_case& what) {
  c["parts"] = c["parameters"] = c["encoder_parameters"] = json::object();
  if (const alu_case* alu = what.alu()) {
    c["parts"]["decoding"] = decoding_name(*alu);
    c["parameters"]["operations_per_access"] = alu->operations_per_access;
  }
  const column_work* column = what.column();
  if (column == nullptr) return;
  for (const part& p : column->parts) c["parts"][std::string(p.key)] = p.value;
  c["parameters"] = parameters_json(column->launch);
  c["encoder_parameters"] = parameters_json(column->encoder);
}

json quotient(double dividend, double divisor) {
  return dividend > 0 && divisor > 0 ? json(dividend / divisor) : json(nullptr);
}

/// Adds an amount per second, in units of 10^9, and its interval. A sample of 0 s (below the
/// timer's resolution) gives no bound.
void add_throughput(json& c, const std::string& key, std::uint64_t amount, const case_result& r) {
  const auto throughput = r.giga_per_second(amount);
  const double billions = static_cast<double>(amount) / 1e9;
  const bool known = throughput.has_value() && *throughput > 0;
  c[key] = known ? json(*throughput) : json(nullptr);
  c[key + "_low"] = known ? quotient(billions, r.headline()->high) : json(nullptr);
  c[key + "_high"] = known ? quotient(billions, r.headline()->low) : json(nullptr);
}

/// Adds the keys that only a micro-benchmark's row has.
void add_alu(json& c, const case_result& r) {
  c["operations"] = r.operations;
  add_throughput(c, "giga_operations_per_second", r.operations, r);
}

/// The peer that ran the case, and what was done to the chunks for it.
json peer_json(const peer_spec& peer, const std::string& changes) {
  const bool there = peer.absent.empty();
  return {{"library", peer.library},
          {"name", there ? json(peer.facts.name) : json(nullptr)},
          {"version", there ? json(peer.facts.version) : json(nullptr)},
          {"changes", changes}};
}

/// The query that was run, and its columns.
json query_json(const query_facts& q) {
  json columns = json::array();
  for (const query_facts::column& column : q.columns)
    columns.push_back({{"name", column.name},
                       {"codec", column.codec},
                       {"compressed_bytes", column.compressed_bytes}});
  return {{"name", q.name},
          {"rows", q.rows},
          {"scale", static_cast<double>(q.rows) / datasets::ssb::rows_per_scale},
          {"groups", q.groups},
          {"columns", std::move(columns)}};
}

/// The bytes that the case moves: its compressed and uncompressed bytes, the traffic of a traffic
/// case, or the compressed bytes of a query, whose answer is small.
std::uint64_t moved_bytes(const case_result& r) {
  if (const traffic_case* t = r.what.memory_traffic()) return traffic_bytes(t->kind, r.raw_bytes);
  if (r.query) return r.compressed_bytes;
  return r.raw_bytes + r.compressed_bytes;
}

std::string why_no_throughput(const case_result& r) {
  if (r.what.backend == backend::host)
    return "the host backend interprets the kernel; its time says nothing about a GPU";
  return r.headline() == nullptr ? "time was not measured" : "too short for the timer";
}

/// The general reasons why a key can be null. Specific reasons from the runner take precedence.
std::string why_null(const std::string& key, const case_result& r) {
  const bool of_codec = key == "ratio" || key.starts_with("average_symbol") || key == "encoder";
  if (r.what.alu() != nullptr) {
    if (key == "dataset") return "a microbenchmark has none";
    if (of_codec || key.starts_with("gbps") || key == "traffic_gbps")
      return "a microbenchmark decodes nothing";
  }
  if (r.what.memory_traffic() != nullptr) {
    if (key == "dataset") return "memory traffic has no dataset";
    if (of_codec) return "memory traffic decodes nothing";
  }
  if (r.damage && key != "encoder") return "the case only tries damaged chunks";
  if (key == "encoder") return "the codec has one encoder";
  if (r.status != case_status::ok) return "the case is not ok; see its status and reason";
  const column_work* column = r.what.column();
  if (column != nullptr && !column->partial.why.empty() &&
      (key == "traffic_gbps" || (key.starts_with("gbps") && !column->partial.reads_values)))
    return std::string(column->partial.why);
  if (key.starts_with("gbps") || key.starts_with("giga") || key == "traffic_gbps")
    return why_no_throughput(r);
  if (key == "sm_clock_mhz") return "the clock could not be read";
  return key == "cold" || key == "hot" ? "not asked for" : "not measured";
}

void explain_nulls(json& c, const case_result& r) {
  json& absent = c["absent"] = r.absent;
  const auto explain = [&](const std::string& key, const json& value) {
    if (value.is_null() && !absent.contains(key)) absent[key] = why_null(key, r);
  };
  for (const auto& [key, value] : c.items())
    if (key != "roof_share" && key != "speedup_over_baseline" && key != "differs_in")
      explain(key, value);
  for (const auto& [key, samples] : c["time"].items()) {
    explain(key, samples);
    if (samples.is_null()) continue;
    for (const json& mhz : samples["sm_clock_mhz"]) explain("sm_clock_mhz", mhz);
  }
}

/// Sets `key` of a case to value / divisor, or records why that is impossible.
void relate(json& c, const char* key, const json& value, const json* divisor,
            const std::string& why_not) {
  json& absent = c["absent"];
  c[key] = nullptr;
  if (value.is_null())
    absent[key] = "the case has no throughput; see gbps";
  else if (divisor == nullptr)
    absent[key] = why_not;
  else {
    c[key] = value.get<double>() / divisor->get<double>();
    absent.erase(key);
  }
}

/// Adds the keys in which two objects differ. A key that only one of them has counts as a
/// difference.
void add_differences(json& names, const json& mine, const json& theirs) {
  for (const auto& [key, value] : mine.items())
    if (!theirs.contains(key) || theirs[key] != value) names.push_back(key);
  for (const auto& [key, value] : theirs.items())
    if (!mine.contains(key)) names.push_back(key);
}

/// Sets the parts and parameters in which a variant differs from the baseline.
void name_differences(json& c, const json* base) {
  json& absent = c["absent"];
  c["differs_in"] = nullptr;
  if (c["parts"].empty()) {
    absent["differs_in"] = "the case's variant has no parts";
  } else if (base == nullptr || (*base)["parts"].empty()) {
    absent["differs_in"] = "the baseline has no parts on this dataset";
  } else {
    json names = json::array();
    add_differences(names, c["parts"], (*base)["parts"]);
    add_differences(names, c["parameters"], (*base)["parameters"]);
    c["differs_in"] = std::move(names);
    absent.erase("differs_in");
  }
}

bool is_traffic(const json& c) {
  return kind_of(c) == work_kind::traffic;
}

}  // namespace

json case_json(const case_result& r) {
  const bool ok = r.status == case_status::ok;
  const auto raw = static_cast<double>(r.raw_bytes);
  const column_work* column = r.what.column();
  json c = {{"name", r.what.name},
            {"dataset", dataset_json(r)},
            {"kind", to_string(r.what.kind())},
            {"codec", column == nullptr ? "" : column->codec_name},
            {"variant", r.what.variant()},
            {"backend", to_string(r.what.backend)},
            {"chunk_bytes", column == nullptr ? 0 : column->chunk_bytes},
            {"asked_bytes", r.what.size},
            {"status", to_string(r.status)},
            {"reason", r.reason},
            {"note", r.note},
            {"raw_bytes", r.raw_bytes},
            {"compressed_bytes", r.compressed_bytes},
            {"chunks", r.chunks},
            {"symbols", r.symbols},
            {"encoder", r.encoder.empty() ? json(nullptr) : json(r.encoder)},
            {"ratio", quotient(static_cast<double>(r.compressed_bytes), raw)},
            {"average_symbol_elements",
             quotient(raw / static_cast<double>(size_of(r.type)), static_cast<double>(r.symbols))},
            {"average_symbol_bytes", quotient(raw, static_cast<double>(r.symbols))},
            {"time",
             {{"cold", ok ? times_json(r.cold) : json(nullptr)},
              {"hot", ok ? times_json(r.hot) : json(nullptr)}}},
            {"roof_share", nullptr},
            {"speedup_over_baseline", nullptr},
            {"differs_in", nullptr},
            {"launch", r.launch ? launch_json(*r.launch) : json(nullptr)},
            {"counts", r.counts ? json(*r.counts) : json(nullptr)},
            {"energy", ok && r.energy ? energy_json(*r.energy, r) : json(nullptr)},
            {"chunk_status", r.chunk_status}};
  add_parts(c, r.what);
  const partial_work partial = column == nullptr ? partial_work{} : column->partial;
  add_throughput(c, "gbps", partial.reads_values ? r.raw_bytes : 0, r);
  const auto traffic_gbps = partial.why.empty() ? r.giga_per_second(moved_bytes(r)) : std::nullopt;
  c["traffic_gbps"] = traffic_gbps && *traffic_gbps > 0 ? json(*traffic_gbps) : json(nullptr);
  if (r.what.alu() != nullptr) add_alu(c, r);
  if (column != nullptr && column->peer) c["peer"] = peer_json(*column->peer, r.peer_changes);
  if (r.query) c["query"] = query_json(*r.query);
  if (r.damage) c["damage"] = *r.damage;
  if (r.transfer || r.absent.contains("transfer"))
    c["transfer"] = ok && r.transfer ? transfer_json(*r.transfer) : json(nullptr);
  explain_nulls(c, r);
  return c;
}

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

std::map<std::string, double> roofs_of(const json& cases) {
  std::map<std::string, double> roofs;
  for (const json& c : cases) {
    if (!is_traffic(c) || !c["traffic_gbps"].is_number()) continue;
    double& roof = roofs[c["backend"]];
    roof = std::max(roof, c["traffic_gbps"].get<double>());
  }
  return roofs;
}

void relate_cases(json& cases, const std::string& baseline) {
  const auto base_key = [&](const json& c) {
    // The backend is not part of the key, because CPU rows are also compared with the GPU's
    // baseline.
    return json::array({c["dataset"], c["asked_bytes"], c["codec"], c["chunk_bytes"]})
        .dump(-1, ' ', false, json::error_handler_t::replace);
  };
  const std::map<std::string, double> roofs = roofs_of(cases);
  std::map<std::string, const json*> bases;
  for (const json& c : cases) {
    if (c["variant"] == baseline) bases[base_key(c)] = &c;
  }
  for (json& c : cases) {
    const auto at = bases.find(base_key(c));
    const json* base = at == bases.end() ? nullptr : at->second;
    name_differences(c, base);
    const auto found = roofs.find(c["backend"]);
    const json roof = found == roofs.end() ? json() : json(found->second);
    relate(c, "roof_share", c["traffic_gbps"], roof.is_null() ? nullptr : &roof,
           "no traffic row of this backend has a throughput");
    const bool comparable = base != nullptr && !(*base)["gbps"].is_null();
    relate(c, "speedup_over_baseline", c["gbps"],
           comparable && !is_traffic(c) ? &(*base)["gbps"] : nullptr,
           is_traffic(c) ? "memory traffic decodes nothing"
                         : "the baseline " + baseline + " has no throughput on this dataset");
  }
}

json roof_rows(const json& cases) {
  json rows = json::array();
  for (const json& c : cases)
    if (is_traffic(c))
      rows.push_back({{"name", c["name"]},
                      {"backend", c["backend"]},
                      {"bytes", c["asked_bytes"]},
                      {"status", c["status"]},
                      {"gbps", c["gbps"]},
                      {"gbps_low", c["gbps_low"]},
                      {"gbps_high", c["gbps_high"]},
                      {"traffic_gbps", c["traffic_gbps"]}});
  return rows;
}

}  // namespace codag::harness
