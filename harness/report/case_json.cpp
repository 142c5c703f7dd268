#include "harness/report/case_json.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "datasets/ssb/sizes.hpp"
#include "harness/config/parameter_json.hpp"
#include "harness/kernels/traffic.hpp"
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
  times["held_samples"] = s->held;
  return times;
}

json kernel_json(const kernel_facts& k) {
  return {{"grid", k.grid},
          {"block", k.block},
          {"registers_per_thread", k.registers},
          {"shared_bytes_per_block", k.shared_bytes},
          {"local_bytes_per_thread", k.local_bytes},
          {"resident_blocks_per_multiprocessor", k.resident_blocks},
          {"occupancy", k.occupancy}};
}

/// The kernel that takes most of the time, and each kernel with its share and its machine code.
json launch_json(const launch_facts& l) {
  json launch = kernel_json(l.main());
  json& kernels = launch["kernels"] = json::array();
  for (const kernel_facts& k : l.kernels) {
    json& one = kernels.emplace_back(kernel_json(k));
    one["name"] = k.name;
    one["share"] = k.share;
    one["code"] = k.code.empty() ? json(nullptr) : json(k.code);
    if (k.code.empty()) launch["absent"]["code"] = k.no_code;
  }
  return launch;
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

json latency_json(const latency_facts& l) {
  json latency = samples_json(l.samples);
  latency["pass"] = "latency";
  latency["p50_s"] = l.samples.median;
  latency["p99_s"] = l.p99 ? json(*l.p99) : json(nullptr);
  json& absent = latency["absent"] = json::object();
  for (const char* of_interval : {"low_s", "high_s", "relative_noise"})
    if (latency[of_interval].is_null()) absent[of_interval] = why_no_interval(l.samples);
  if (!l.p99)
    absent["p99_s"] = "it takes at least " + std::to_string(least_launches_of_p99) +
                      " launches; raise time.time_limit_s";
  return latency;
}

json parameters_json(const resolved_parameters& parameters) {
  json all = json::object();
  for (std::size_t i = 0; i < parameters.declared.size(); ++i) {
    const parameter& p = parameters.declared[i];
    all[std::string(p.key)] = value_json(p, parameters.values[i]);
  }
  return all;
}

/// Where the values come from: "generated", or a file, which anyone finds from any folder.
std::string source_of(const dataset_spec& dataset) {
  if (dataset.path.empty()) return "generated";
  return std::filesystem::absolute(dataset.path).lexically_normal().string();
}

json dataset_json(const case_result& r) {
  const column_work* column = r.what.column();
  if (column == nullptr) return nullptr;
  json parameters = json::object();
  for (const auto& [p, value] : column->dataset.chosen.values)
    parameters[std::string(p.key)] = value_json(p, value);
  json all = {{"name", column->dataset.name},
              {"parameters", std::move(parameters)},
              {"type", to_string(r.type)},
              {"sha256", r.dataset_sha256},
              {"source", source_of(column->dataset)},
              {"seed", r.seed}};
  if (!r.table) return all;
  json& table = all["table"] = {{"column", r.table->column}, {"column_type", r.table->column_type}};
  if (r.table->rows) table["rows"] = *r.table->rows;
  if (r.table->nulls) table["nulls"] = *r.table->nulls;
  return all;
}

/// Adds the variant's parts as they ran, its parameters, and the encoder's parameters.
void add_parts(json& c, const case_result& r) {
  const bench_case& what = r.what;
  c["parts"] = c["parameters"] = c["encoder_parameters"] = json::object();
  if (const alu_case* alu = what.alu()) {
    c["parts"]["decoding"] = decoding_name(*alu);
    c["parameters"]["operations_per_access"] = alu->operations_per_access;
  }
  const column_work* column = what.column();
  if (column == nullptr) return;
  for (const auto* parts : {&column->parts, &r.chosen_parts})
    for (const part& p : *parts) c["parts"][std::string(p.key)] = p.value;
  c["parameters"] = parameters_json(column->launch);
  c["encoder_parameters"] = parameters_json(column->encoder);
}

/// Null for a divisor that is unset or 0.
json quotient(double dividend, std::optional<double> divisor) {
  return dividend > 0 && divisor > 0 ? json(dividend / *divisor) : json(nullptr);
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

json disturbance_json(const disturbance& d) {
  return {{"seen", d.seen}, {"takes", d.takes}, {"allowed", d.allowed}};
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
  if (r.headline() == nullptr) return "time was not measured";
  return "too short for the timer";
}

/// Why one end of the interval is unknown.
std::string why_no_bound(const case_result& r) {
  if (r.what.backend != backend::host && r.headline() != nullptr)
    if (std::string why = why_no_interval(*r.headline()); !why.empty()) return why;
  return why_no_throughput(r);
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
  if (key.ends_with("_low") || key.ends_with("_high")) return why_no_bound(r);
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
    for (const char* of_interval : {"low_s", "high_s", "relative_noise"})
      if (samples[of_interval].is_null())
        absent[of_interval] = why_no_interval(key == "cold" ? *r.cold : *r.hot);
    for (const json& mhz : samples["sm_clock_mhz"]) explain("sm_clock_mhz", mhz);
  }
}

}  // namespace

json identity_json(const bench_case& what) {
  case_result not_run;
  not_run.what = what;
  const json row = case_json(not_run);
  json identity = {{"dataset", nullptr}};
  if (!row["dataset"].is_null()) identity["dataset"] = {{"name", row["dataset"]["name"]}};
  for (const char* key : {"name", "kind", "codec", "variant", "backend", "chunk_bytes",
                          "asked_bytes", "parts", "parameters"})
    identity[key] = row[key];
  return identity;
}

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
  add_parts(c, r);
  const partial_work partial = column == nullptr ? partial_work{} : column->partial;
  add_throughput(c, "gbps", partial.reads_values ? r.raw_bytes : 0, r);
  const auto traffic_gbps = partial.why.empty() ? r.giga_per_second(moved_bytes(r)) : std::nullopt;
  c["traffic_gbps"] = traffic_gbps && *traffic_gbps > 0 ? json(*traffic_gbps) : json(nullptr);
  if (r.what.alu() != nullptr) add_alu(c, r);
  if (column != nullptr && column->peer) c["peer"] = peer_json(*column->peer, r.peer_changes);
  if (r.query) c["query"] = query_json(*r.query);
  if (r.damage) c["damage"] = *r.damage;
  if (ok && r.disturbed) c["disturbed"] = disturbance_json(*r.disturbed);
  if (ok) c["workspace_bytes"] = r.workspace_bytes;
  if (r.clock_reasons) c["clock_reasons"] = *r.clock_reasons;
  if (r.transfer || r.absent.contains("transfer"))
    c["transfer"] = ok && r.transfer ? transfer_json(*r.transfer) : json(nullptr);
  if (r.latency || r.absent.contains("latency"))
    c["latency"] = ok && r.latency ? latency_json(*r.latency) : json(nullptr);
  explain_nulls(c, r);
  return c;
}

}  // namespace codag::harness
