#include "harness/report/case_json.hpp"

#include <algorithm>

#include "harness/kernels/host_kernels.hpp"
#include "harness/report/schedule_keys.hpp"
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

json dataset_json(const case_result& r) {
  if (r.what.dataset.name.empty()) return nullptr;
  return {{"name", r.what.dataset.name},
          {"type", to_string(r.type)},
          {"sha256", r.dataset_sha256},
          {"source", r.dataset_source},
          {"seed", r.seed}};
}

/// The parts that a kernel's schedule is made of, and how it was launched.
void add_schedule(json& c, const bench_case& what) {
  const host_kernel* kernel = find_row(host_kernels(), what.codec, what.registered_variant());
  for (const std::string_view key : schedule_keys) c[std::string(key)] = nullptr;
  if (kernel == nullptr) return;
  const schedule_parts& parts = kernel->facts.parts;
  const launch_parameters parameters = what.chosen.over(kernel->facts.defaults);
  c["schedule"] = parts.schedule;
  c["decoding"] = parts.decoding;
  c["input_buffer"] = parts.input_buffer;
  c["prefetch_warp"] = parts.prefetch_warp;
  c["warps_per_block"] = parameters.warps_per_block;
  if (parameters.ring_bytes > 0) c["ring_bytes"] = parameters.ring_bytes;
}

json quotient(double dividend, double divisor) {
  return dividend > 0 && divisor > 0 ? json(dividend / divisor) : json(nullptr);
}

/// An amount a second, in 10^9, and its interval. A sample of 0 s (below the timer's step) bounds
/// nothing.
void add_throughput(json& c, const std::string& key, std::uint64_t amount, const case_result& r) {
  const auto throughput = r.giga_a_second(amount);
  const double billions = static_cast<double>(amount) / 1e9;
  const bool known = throughput.has_value() && *throughput > 0;
  c[key] = known ? json(*throughput) : json(nullptr);
  c[key + "_low"] = known ? quotient(billions, r.headline()->high) : json(nullptr);
  c[key + "_high"] = known ? quotient(billions, r.headline()->low) : json(nullptr);
}

/// What a micro-benchmark's row has beside the others.
void add_alu(json& c, const case_result& r) {
  c["decoding"] = decoding_name(*r.what.alu);
  c["operations_per_access"] = r.what.alu->operations_per_access;
  c["operations"] = r.operations;
  add_throughput(c, "giga_operations_per_second", r.operations, r);
}

std::string why_no_throughput(const case_result& r) {
  if (r.what.backend == "host")
    return "the host backend interprets the kernel: its time says nothing of a GPU";
  return r.headline() == nullptr ? "time was not measured" : "too short for the timer";
}

/// Why a key can be null in any case; the runner's own reasons go before these.
std::string why_null(const std::string& key, const case_result& r) {
  const bool copy = r.what.variant == "copy";
  const bool alu = r.what.alu.has_value();
  if (key == "dataset") return alu ? "a microbenchmark has none" : "the copy row has no dataset";
  if (alu && (key == "ratio" || key.starts_with("average_symbol") || key == "encoder" ||
              key.starts_with("gbps")))
    return "a microbenchmark decodes nothing";
  if (copy && (key == "ratio" || key.starts_with("average_symbol") || key == "encoder"))
    return "the copy row decodes nothing";
  if (key == "encoder") return "the codec has one encoder";
  if (is_schedule_key(key)) return "the variant has no such part";
  if (r.status != case_status::ok) return "the case is not ok: see its status and reason";
  if (key.starts_with("gbps") || key.starts_with("giga")) return why_no_throughput(r);
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

/// Fills `key` of a case from the throughput `over`, or says why it cannot be.
void relate(json& c, const char* key, const json* over, const std::string& why_not) {
  json& absent = c["absent"];
  c[key] = nullptr;
  if (c["gbps"].is_null())
    absent[key] = "the case has no throughput: see gbps";
  else if (over == nullptr)
    absent[key] = why_not;
  else {
    c[key] = c["gbps"].get<double>() / over->get<double>();
    absent.erase(key);
  }
}

/// What a kernel's schedule has other than the baseline's.
void name_differences(json& c, const json* base) {
  json& absent = c["absent"];
  c["differs_in"] = nullptr;
  if (c["schedule"].is_null()) {
    absent["differs_in"] = "the case has no schedule";
  } else if (base == nullptr || (*base)["schedule"].is_null()) {
    absent["differs_in"] = "the baseline has no schedule on this dataset";
  } else {
    json names = json::array();
    for (const std::string_view view : schedule_keys) {
      const std::string key(view);
      if (c[key] != (*base)[key]) names.push_back(key);
    }
    c["differs_in"] = std::move(names);
    absent.erase("differs_in");
  }
}

}  // namespace

json case_json(const case_result& r) {
  const bool ok = r.status == case_status::ok;
  const auto raw = static_cast<double>(r.raw_bytes);
  json c = {{"name", r.what.name},
            {"dataset", dataset_json(r)},
            {"codec", r.what.codec},
            {"variant", r.what.variant},
            {"backend", r.what.backend},
            {"chunk_bytes", r.what.chunk_bytes},
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
             {{"cold", ok ? samples_json(r.cold) : json(nullptr)},
              {"hot", ok ? samples_json(r.hot) : json(nullptr)}}},
            {"roof_share", nullptr},
            {"speedup_over_baseline", nullptr},
            {"differs_in", nullptr},
            {"launch", r.launch ? launch_json(*r.launch) : json(nullptr)},
            {"counts", r.counts ? json(*r.counts) : json(nullptr)},
            {"energy", ok && r.energy ? energy_json(*r.energy, r) : json(nullptr)},
            {"chunk_status", r.chunk_status}};
  add_schedule(c, r.what);
  add_throughput(c, "gbps", r.raw_bytes, r);
  if (r.what.alu) add_alu(c, r);
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
    if (r.what.backend == "host")
      one["label"] = "host backend: interpreter time, not a GPU's";
    else if (p.real_time_ns > 0)
      one[r.what.alu ? "items_per_second" : "bytes_per_second"] =
          static_cast<double>(r.what.alu ? r.operations : r.raw_bytes) / p.real_time_ns * 1e9;
    rows.push_back(std::move(one));
  }
  return rows;
}

void relate_cases(json& cases, const std::string& baseline) {
  const auto key_of = [](const json& parts) {
    return parts.dump(-1, ' ', false, json::error_handler_t::replace);
  };
  const auto roof_key = [&](const json& c) {
    return key_of(json::array({c["asked_bytes"], c["backend"]}));
  };
  const auto base_key = [&](const json& c) {
    // The backend is left out: the CPU's row is compared with the GPU's baseline too.
    return key_of(json::array({c["dataset"], c["asked_bytes"], c["codec"], c["chunk_bytes"]}));
  };
  std::map<std::string, json> roofs, bases;
  std::map<std::string, const json*> base_rows;
  for (const json& c : cases) {
    if (c["variant"] == baseline) base_rows[base_key(c)] = &c;
    if (c["gbps"].is_null()) continue;
    if (c["variant"] == "copy") roofs[roof_key(c)] = c["gbps"];
    if (c["variant"] == baseline) bases[base_key(c)] = c["gbps"];
  }
  const auto find = [](const std::map<std::string, json>& in, const std::string& key) {
    const auto at = in.find(key);
    return at == in.end() ? nullptr : &at->second;
  };
  for (json& c : cases) {
    const auto base = base_rows.find(base_key(c));
    name_differences(c, base == base_rows.end() ? nullptr : base->second);
  }
  for (json& c : cases) {
    const bool copy = c["variant"] == "copy";
    relate(c, "roof_share", find(roofs, roof_key(c)),
           "no copy row of this size on this backend has a throughput");
    relate(c, "speedup_over_baseline", copy ? nullptr : find(bases, base_key(c)),
           copy ? "the copy row decodes nothing"
                : "the baseline " + baseline + " has no throughput on this dataset");
  }
}

json roof_rows(const json& cases) {
  json rows = json::array();
  for (const json& c : cases)
    if (c["variant"] == "copy")
      rows.push_back({{"name", c["name"]},
                      {"backend", c["backend"]},
                      {"bytes", c["asked_bytes"]},
                      {"status", c["status"]},
                      {"gbps", c["gbps"]},
                      {"gbps_low", c["gbps_low"]},
                      {"gbps_high", c["gbps_high"]}});
  return rows;
}

}  // namespace codag::harness
