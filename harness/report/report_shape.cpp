#include "harness/report/report_shape.hpp"

#include <array>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/measure/transfer/transfer_workload.hpp"
#include "harness/report/case_reader.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The types of values.
enum class kind { text, name, number, signed_number, rate, count, object, list, truth };

/// Far beyond what can be measured, and the quotient of two is finite.
constexpr double largest = 1e30, smallest_rate = 1e-30;
/// Whole numbers up to here are exact as doubles.
constexpr double largest_count = 1ull << 53;

bool is(const json& value, kind type) {
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  switch (type) {
    case kind::text:
      return value.is_string();
    case kind::name:
      return value.is_string() &&
             !datasets::has_control_character(value.get_ref<const std::string&>());
    case kind::number:
      return number >= 0 && number <= largest;
    case kind::signed_number:
      return std::abs(number) <= largest;
    case kind::rate:
      return number >= smallest_rate && number <= largest;
    case kind::count:
      return number >= 0 && number <= largest_count && number == std::floor(number);
    case kind::object:
      return value.is_object();
    case kind::list:
      return value.is_array();
    case kind::truth:
      return value.is_boolean();
  }
  return false;
}

std::string expected(kind type) {
  constexpr std::array names = {"a string",
                                "a string without control characters",
                                "a number from 0 to 1e30",
                                "a number from -1e30 to 1e30",
                                "a number from 1e-30 to 1e30",
                                "a whole number from 0 to 2^53",
                                "an object",
                                "a list",
                                "true or false"};
  return std::string("expected ") + names.at(static_cast<std::size_t>(type));
}

struct field {
  const char* name;
  kind type;
  bool or_null = false;
  bool optional = false;  ///< reports of earlier versions, or of other kinds of case, lack it
};

/// A value of the report and its place, as a JSON pointer.
class placed {
 public:
  placed(const json& value, std::string place, const std::string& file)
      : value_(value), place_(std::move(place)), file_(file) {}

  [[nodiscard]] const json& value() const { return value_; }

  [[noreturn]] void fail(const std::string& what) const {
    throw datasets::bad_input(
        file_ + ": " + datasets::one_line(datasets::beginning_of(place_, 200)) + ": " + what);
  }

  /// The value under a key that keys() has checked.
  [[nodiscard]] placed at(const std::string& key) const {
    return {value_[key], place_ + (json::json_pointer() / key).to_string(), file_};
  }
  [[nodiscard]] placed at(std::size_t i) const {
    return {value_[i], place_ + "/" + std::to_string(i), file_};
  }

  /// Whether an optional part is there and not null.
  [[nodiscard]] bool has(const char* key) const {
    return value_.contains(key) && !value_[key].is_null();
  }

  /// Fails unless the value is an object with these keys.
  void keys(std::initializer_list<field> fields) const {
    if (!value_.is_object()) fail(expected(kind::object));
    for (const field& f : fields) {
      const auto found = value_.find(f.name);
      if (found == value_.end()) {
        if (f.optional) continue;
        placed(value_, place_ + "/" + f.name, file_).fail("missing; the report is incomplete");
      }
      if (!(f.or_null && found->is_null()) && !is(*found, f.type))
        at(f.name).fail(expected(f.type));
    }
  }

  /// Fails unless every key of the object is a name, and every value has this type.
  void each_value(kind type, bool or_null = false) const {
    for (const auto& [name, value] : value_.items()) {
      if (datasets::has_control_character(name)) at(name).fail("the key has control characters");
      if (!(or_null && value.is_null()) && !is(value, type)) at(name).fail(expected(type));
    }
  }

  /// Fails unless every element of the list has this type.
  void each_element(kind type) const {
    for (std::size_t i = 0; i < value_.size(); ++i)
      if (!is(value_[i], type)) at(i).fail(expected(type));
  }

  /// Calls `check` with every element of the list.
  template <class F>
  void elements(const F& check) const {
    for (std::size_t i = 0; i < value_.size(); ++i) check(at(i));
  }

 private:
  const json& value_;
  std::string place_;
  const std::string& file_;
};

void check_stalls(const placed& stalls) {
  stalls.keys({{"period_cycles", kind::number},
               {"samples", kind::number},
               {"dropped", kind::number},
               {"overhead", kind::signed_number, true},
               {"reasons", kind::object},
               {"lines", kind::list, true}});
  const placed reasons = stalls.at("reasons");
  reasons.each_value(kind::object);
  for (const auto& [reason, samples] : reasons.value().items())
    reasons.at(reason).keys({{"samples", kind::number},
                             {"not_issued", kind::number},
                             {"share", kind::number},
                             {"not_issued_share", kind::number, true}});
  stalls.at("lines").elements([](const placed& line) {
    line.keys({{"file", kind::text},
               {"line", kind::count},
               {"function", kind::text},
               {"samples", kind::number},
               {"share", kind::number},
               {"reasons", kind::object}});
    line.at("reasons").each_value(kind::number);
  });
}

void check_metrics(const placed& metrics) {
  metrics.keys({{"passes", kind::number},
                {"overhead", kind::signed_number, true},
                {"values", kind::object},
                {"kernels", kind::count, false, true},
                {"kernel_share", kind::number, false, true},
                {"absent", kind::object, false, true}});
  metrics.at("values").each_value(kind::signed_number, true);
  if (metrics.has("absent")) metrics.at("absent").each_value(kind::text);
}

void check_launch(const placed& launch) {
  launch.keys({{"kernels", kind::list, false, true}});
  if (!launch.has("kernels")) return;  // of an earlier version
  launch.at("kernels").elements([](const placed& kernel) {
    kernel.keys({{"name", kind::name},
                 {"grid", kind::count},
                 {"block", kind::count},
                 {"registers_per_thread", kind::count},
                 {"shared_bytes_per_block", kind::count},
                 {"local_bytes_per_thread", kind::count},
                 {"share", kind::number},
                 {"code", kind::name, true}});
  });
}

void check_energy(const placed& energy) {
  energy.keys({{"seconds", kind::number, true},
               {"joules_per_gb", kind::number, true},
               {"average_watts", kind::number, true},
               {"throttle_reasons", kind::list, true}});
  if (energy.has("throttle_reasons")) energy.at("throttle_reasons").each_element(kind::name);
}

void check_latency(const placed& latency) {
  latency.keys({{"p50_s", kind::number}, {"p99_s", kind::number, true}, {"samples_s", kind::list}});
  latency.at("samples_s").each_element(kind::number);
}

void check_transfer(const placed& transfer) {
  transfer.keys({{"piece_bytes", kind::count},
                 {"pieces", kind::count},
                 {"streams", kind::count},
                 {"speedup_over_raw_copy", kind::number, true}});
  for (const transfer_run run : all_transfer_runs) {
    const std::string key(to_string(run));
    transfer.keys({{key.c_str(), kind::object, true}});
    if (!transfer.has(key.c_str())) continue;
    const placed samples = transfer.at(key);
    samples.keys({{"median_s", kind::number},
                  {"samples_s", kind::list},
                  {"noise_reached", kind::truth},
                  {"copied_bytes", kind::count},
                  {"gbps", kind::rate, true, true},
                  {"link_gbps", kind::rate, true, true},
                  {"link_share", kind::number, true, true}});
    samples.at("samples_s").each_element(kind::number);
  }
}

void check_disturbance(const placed& disturbed) {
  disturbed.keys({{"seen", kind::list}, {"takes", kind::count}, {"allowed", kind::truth}});
  disturbed.at("seen").each_element(kind::name);
}

void check_query(const placed& query) {
  query.keys({{"name", kind::name},
              {"rows", kind::count},
              {"scale", kind::number},
              {"groups", kind::count},
              {"columns", kind::list}});
  query.at("columns").elements([](const placed& column) {
    column.keys({{"name", kind::name}, {"codec", kind::name}, {"compressed_bytes", kind::count}});
  });
}

void check_time(const placed& time) {
  for (const char* key : {"cold", "hot"}) {
    time.keys({{key, kind::object, true}});
    if (!time.has(key)) continue;
    const placed samples = time.at(key);
    samples.keys({{"median_s", kind::number},
                  {"samples_s", kind::list},
                  {"sm_clock_mhz", kind::list, true, true}});  // of nulls on a CPU
    samples.at("samples_s").each_element(kind::number);
  }
}

void check_kind(const placed& one) {
  const json& c = one.value();
  if (kind_of(c) == work_kind::microbenchmark) {
    one.keys({{"giga_operations_per_second", kind::rate, true}});
    one.at("parts").keys({{"decoding", kind::name}});
    one.at("parameters").keys({{"operations_per_access", kind::count}});
  } else if (c["dataset"].is_null() && kind_of(c) != work_kind::traffic) {
    one.at("dataset").fail("is null, and only memory traffic and microbenchmarks have none");
  }
}

void check_case(const placed& one) {
  one.keys({{"name", kind::name},
            {"dataset", kind::object, true},
            {"kind", kind::name},
            {"parts", kind::object},
            {"parameters", kind::object},
            {"codec", kind::name},
            {"variant", kind::name},
            {"backend", kind::name},
            {"chunk_bytes", kind::count},
            {"asked_bytes", kind::count},
            {"status", kind::name},
            {"reason", kind::text},
            {"raw_bytes", kind::number},
            {"compressed_bytes", kind::number},
            {"ratio", kind::number, true},
            {"gbps", kind::rate, true},
            {"gbps_low", kind::rate, true},
            {"gbps_high", kind::rate, true},
            {"traffic_gbps", kind::rate, true},
            {"roof_share", kind::number, true},
            {"speedup_over_baseline", kind::number, true},
            {"time", kind::object},
            {"launch", kind::object, true, true},
            {"workspace_bytes", kind::count, false, true},
            {"counts", kind::object, true},
            {"damage", kind::object, false, true},
            {"disturbed", kind::object, false, true},
            {"clock_reasons", kind::list, false, true},
            {"peer", kind::object, false, true},
            {"query", kind::object, false, true},
            {"transfer", kind::object, true, true},
            {"latency", kind::object, true, true},
            {"absent", kind::object}});
  if (one.has("damage")) one.at("damage").each_value(kind::count);
  check_kind(one);
  check_time(one.at("time"));
  if (one.has("dataset"))
    one.at("dataset").keys(
        {{"name", kind::name}, {"sha256", kind::name}, {"source", kind::text, false, true}});
  if (one.has("counts")) one.at("counts").each_value(kind::number);
  if (one.has("launch")) check_launch(one.at("launch"));
  if (one.has("stalls")) check_stalls(one.at("stalls"));
  if (one.has("metrics")) check_metrics(one.at("metrics"));
  if (one.has("energy")) check_energy(one.at("energy"));
  if (one.has("transfer")) check_transfer(one.at("transfer"));
  if (one.has("latency")) check_latency(one.at("latency"));
  if (one.has("clock_reasons")) one.at("clock_reasons").each_element(kind::name);
  if (one.has("disturbed")) check_disturbance(one.at("disturbed"));
  if (one.has("query")) check_query(one.at("query"));
}

void check_cases(const placed& cases) {
  std::set<std::string> names;
  bool microbenchmark = false;
  cases.elements([&](const placed& one) {
    check_case(one);
    if (!names.insert(one.value()["name"]).second)
      one.at("name").fail("is also the name of an earlier case; remove one of the two");
    const bool is_one = kind_of(one.value()) == work_kind::microbenchmark;
    if (names.size() == 1) microbenchmark = is_one;
    if (is_one != microbenchmark)
      one.at("kind").fail("a report with a microbenchmark has no other cases");
  });
}

void check_claim(const placed& claim) {
  claim.keys({{"name", kind::name},
              {"verdict", kind::name},
              {"hardware", kind::name, true, true},
              {"reason", kind::text},
              {"expected", kind::object},
              {"baseline", kind::name, true, true},
              {"measured", kind::signed_number, true},
              {"low", kind::signed_number, true, true},
              {"high", kind::signed_number, true, true},
              {"pairs", kind::count}});
  claim.at("expected").each_value(kind::signed_number);
}

/// The keys of a config that --reuse reads.
void check_config(const placed& config) {
  for (const char* key : {"measurements", "metrics"}) {
    config.keys({{key, kind::list, false, true}});
    if (config.has(key)) config.at(key).each_element(kind::name);
  }
}

void check_provenance(const placed& from) {
  from.keys({{"time", kind::name},
             {"command_line", kind::text},
             {"host", kind::object},
             {"source", kind::object, true},
             {"gpu", kind::object, true},
             {"devices_at_once", kind::count, false, true}});
  from.at("host").keys({{"name", kind::name, true}, {"cpu", kind::name, true, true}});
  if (from.has("gpu"))
    from.at("gpu").keys({{"name", kind::name, true, true},
                         {"pci_bus_id", kind::name, true, true},
                         {"uuid", kind::name, true, true},
                         {"mig_instance", kind::name, true, true},
                         {"compute_capability", kind::name, true, true},
                         {"kernels_for", kind::name, true, true},
                         {"kernels_from_ptx", kind::truth, true, true}});
  if (from.has("source"))
    from.at("source").keys({{"revision", kind::name}, {"dirty", kind::truth}});
}

}  // namespace

void check_report_shape(const json& report, int version, const std::string& file) {
  const placed root(report, "", file);
  const placed schema(report, "/codag/schema_version", file);
  const json::json_pointer at("/codag/schema_version");
  if (!report.is_object() || !report.contains(at) || !report[at].is_number_integer())
    schema.fail("missing; this is not a codag report");
  if (report[at] != version)
    schema.fail("is " + report[at].dump() + ", but this codag reads " + std::to_string(version));
  root.keys({{"context", kind::object}, {"benchmarks", kind::list}});
  root.at("benchmarks").elements([](const placed& row) {
    row.keys({{"name", kind::name}, {"family_index", kind::count, false, true}});
  });
  const placed codag = root.at("codag");
  codag.keys({{"experiment", kind::name},
              {"backend", kind::name},
              {"baseline", kind::name},
              {"size", kind::number},
              {"seed", kind::number},
              {"config", kind::object},
              {"complete", kind::truth},
              {"provenance", kind::object},
              {"cases", kind::list},
              {"selection", kind::object, true, true},
              {"claims", kind::list, false, true},
              {"targets", kind::list, false, true}});
  if (codag.has("selection"))
    codag.at("selection")
        .keys({{"filter", kind::name, true},
               {"case", kind::name, true},
               {"cases", kind::count},
               {"of", kind::count}});
  check_config(codag.at("config"));
  check_provenance(codag.at("provenance"));
  check_cases(codag.at("cases"));
  for (const char* list : {"claims", "targets"})
    if (codag.has(list)) codag.at(list).elements(check_claim);
}

}  // namespace codag::harness
