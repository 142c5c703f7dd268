// The structure that a report must have: the keys that this program reads.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

#include "datasets/dataset.hpp"

namespace codag::harness {

/// Checks a report's keys and their types. Throws datasets::bad_input whose text begins with `file`
/// and names the place. The check is less strict than the schema: it ignores keys that this program
/// does not read.
class report_shape {
 public:
  using json = nlohmann::json;
  enum class kind { text, number, signed_number, object, list, truth };
  struct key {
    const char* name;
    kind type;
    bool or_null = false;
  };

  report_shape(const json& report, std::string file) : report_(report), file_(std::move(file)) {}

  void check(int version) const {
    const json::json_pointer at("/codag/schema_version");
    if (!report_.is_object() || !report_.contains(at) || !report_[at].is_number_integer())
      fail("/codag/schema_version", "missing; this is not a codag report");
    if (report_[at] != version)
      fail("/codag/schema_version",
           "is " + report_[at].dump() + ", but this codag reads " + std::to_string(version));
    object("", {{"context", kind::object}, {"benchmarks", kind::list}});
    object("/codag", {{"experiment", kind::text},
                      {"backend", kind::text},
                      {"baseline", kind::text},
                      {"size", kind::number},
                      {"seed", kind::number},
                      {"config", kind::object, true},
                      {"complete", kind::truth},
                      {"provenance", kind::object},
                      {"cases", kind::list}});
    check_selection();
    object("/codag/provenance", {{"time", kind::text},
                                 {"host", kind::object},
                                 {"source", kind::object, true},
                                 {"gpu", kind::object, true}});
    if (!report_["codag"]["provenance"]["source"].is_null())
      object("/codag/provenance/source", {{"revision", kind::text}, {"dirty", kind::truth}});
    for (std::size_t i = 0; i < report_["benchmarks"].size(); ++i)
      object("/benchmarks/" + std::to_string(i), {{"name", kind::text}});
    for (std::size_t i = 0; i < report_["codag"]["cases"].size(); ++i)
      check_case("/codag/cases/" + std::to_string(i));
    check_claims();
  }

 private:
  /// Reports of earlier versions do not say which cases were selected.
  void check_selection() const {
    const json selection = report_["codag"].value("selection", json());
    if (selection.is_null()) return;
    object("/codag/selection", {{"filter", kind::text, true},
                                {"case", kind::text, true},
                                {"cases", kind::number},
                                {"of", kind::number}});
  }

  void check_case(const std::string& place) const {
    object(place, {{"name", kind::text},
                   {"dataset", kind::object, true},
                   {"kind", kind::text},
                   {"parts", kind::object},
                   {"parameters", kind::object},
                   {"codec", kind::text},
                   {"variant", kind::text},
                   {"backend", kind::text},
                   {"chunk_bytes", kind::number},
                   {"asked_bytes", kind::number},
                   {"status", kind::text},
                   {"reason", kind::text},
                   {"raw_bytes", kind::number},
                   {"ratio", kind::number, true},
                   {"gbps", kind::number, true},
                   {"gbps_low", kind::number, true},
                   {"gbps_high", kind::number, true},
                   {"roof_share", kind::number, true},
                   {"speedup_over_baseline", kind::number, true},
                   {"counts", kind::object, true},
                   {"absent", kind::object}});
    const json& c = report_[json::json_pointer(place)];
    if (!c["dataset"].is_null())
      object(place + "/dataset", {{"name", kind::text}});
    else if (c["kind"] == "microbenchmark")
      check_microbenchmark(place);
    else if (c["kind"] != "traffic")
      fail(place + "/dataset", "is null, and only memory traffic and microbenchmarks have none");
    if (!c["counts"].is_null()) each_of(place + "/counts", kind::number);
    if (is_there(c, "stalls")) check_stalls(place + "/stalls");
    if (is_there(c, "metrics")) check_metrics(place + "/metrics");
    if (is_there(c, "energy")) check_energy(place + "/energy");
  }

  void check_microbenchmark(const std::string& place) const {
    object(place, {{"giga_operations_per_second", kind::number, true}});
    object(place + "/parts", {{"decoding", kind::text}});
    object(place + "/parameters", {{"operations_per_access", kind::number}});
  }

  /// Reports of earlier versions lack the keys of profiles.
  static bool is_there(const json& c, const char* key) {
    return c.contains(key) && !c[key].is_null();
  }

  void check_stalls(const std::string& place) const {
    object(place, {{"period_cycles", kind::number},
                   {"samples", kind::number},
                   {"dropped", kind::number},
                   {"overhead", kind::signed_number, true},
                   {"reasons", kind::object},
                   {"lines", kind::list, true}});
    const json& stalls = report_[json::json_pointer(place)];
    for (const auto& [reason, samples] : stalls["reasons"].items())
      object((json::json_pointer(place + "/reasons") / reason).to_string(),
             {{"samples", kind::number},
              {"not_issued", kind::number},
              {"share", kind::number},
              {"not_issued_share", kind::number, true}});
    for (std::size_t i = 0; i < stalls["lines"].size(); ++i) {
      const std::string line = place + "/lines/" + std::to_string(i);
      object(line, {{"file", kind::text},
                    {"line", kind::number},
                    {"function", kind::text},
                    {"samples", kind::number},
                    {"share", kind::number},
                    {"reasons", kind::object}});
      each_of(line + "/reasons", kind::number);
    }
  }

  void check_metrics(const std::string& place) const {
    object(place, {{"passes", kind::number},
                   {"overhead", kind::signed_number, true},
                   {"values", kind::object}});
    each_of(place + "/values", kind::signed_number, true);
    if (!report_[json::json_pointer(place)].contains("absent")) return;
    object(place, {{"absent", kind::object}});
    each_of(place + "/absent", kind::text);
  }

  void check_energy(const std::string& place) const {
    object(place, {{"seconds", kind::number, true},
                   {"joules_per_gb", kind::number, true},
                   {"average_watts", kind::number, true},
                   {"throttle_reasons", kind::list, true}});
    if (!report_[json::json_pointer(place)]["throttle_reasons"].is_null())
      each_of(place + "/throttle_reasons", kind::text);
  }

  /// Reports of earlier versions have no claims.
  void check_claims() const {
    if (!report_["codag"].contains("claims")) return;
    object("/codag", {{"claims", kind::list}});
    for (std::size_t i = 0; i < report_["codag"]["claims"].size(); ++i) {
      const std::string place = "/codag/claims/" + std::to_string(i);
      object(place, {{"name", kind::text},
                     {"verdict", kind::text},
                     {"reason", kind::text},
                     {"expected", kind::object},
                     {"pairs", kind::number}});
      json numbers = report_[json::json_pointer(place + "/expected")];
      numbers["measured"] = report_[json::json_pointer(place)].value("measured", json());
      for (const auto& [name, value] : numbers.items())
        if (!value.is_number() && !(name == "measured" && value.is_null()))
          fail(place, name + ": expected a number");
    }
  }

  void object(const std::string& place, std::initializer_list<key> keys) const {
    const json& value = report_[json::json_pointer(place)];
    if (!value.is_object()) fail(place, expected(kind::object));
    for (const key& k : keys) {
      const auto at = value.find(k.name);
      const std::string there = place + "/" + k.name;
      if (at == value.end()) fail(there, "missing; the report is incomplete");
      if (!(k.or_null && at->is_null()) && !is(*at, k.type)) fail(there, expected(k.type));
    }
  }

  /// Checks every value of the object or list at `place`.
  void each_of(const std::string& place, kind type, bool or_null = false) const {
    for (const auto& [name, value] : report_[json::json_pointer(place)].items())
      if (!(or_null && value.is_null()) && !is(value, type))
        fail(place + "/" + name, expected(type));
  }

  static bool is(const json& value, kind type) {
    switch (type) {
      case kind::text:
        return value.is_string();
      case kind::number:
        return value.is_number() && value.get<double>() >= 0;
      case kind::signed_number:
        return value.is_number();
      case kind::object:
        return value.is_object();
      case kind::list:
        return value.is_array();
      case kind::truth:
        return value.is_boolean();
    }
    return false;
  }

  static std::string expected(kind type) {
    constexpr const char* names[] = {"a string", "a number of at least 0", "a number", "an object",
                                     "a list",   "true or false"};
    return std::string("expected ") + names[static_cast<std::size_t>(type)];
  }

  [[noreturn]] void fail(const std::string& place, const std::string& what) const {
    throw datasets::bad_input(file_ + ": " + place + ": " + what);
  }

  const json& report_;
  std::string file_;
};

}  // namespace codag::harness
