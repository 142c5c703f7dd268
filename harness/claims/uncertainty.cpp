#include "harness/claims/uncertainty.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "harness/measure/statistics/estimate.hpp"
#include "harness/measure/statistics/statistics.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;
using pointer = json::json_pointer;

/// The object of a row that a place's number belongs to: "/time/cold" of "/time/cold/median_s".
std::string owner_of(const std::string& place) {
  return place.substr(0, place.rfind('/'));
}

/// What has the samples behind the number at `place`, in the row. Empty for a number without.
std::vector<std::string> sources_of(const json& row, const std::string& place) {
  if (place.starts_with("/time/") || place.starts_with("/latency/")) return {owner_of(place)};
  if (place == "/transfer/speedup_over_raw_copy") return {"/transfer/in", "/transfer/link_in"};
  if (place.starts_with("/transfer/")) {
    const std::string run = owner_of(place);
    if (!place.ends_with("/link_share")) return {run};
    if (run == "/transfer/in") return {run, "/transfer/link_in"};
    return {run, "/transfer/link_in", "/transfer/link_out", "/transfer/link_both"};
  }
  const std::string times = row.contains(pointer("/time/cold")) && !row["time"]["cold"].is_null()
                                ? "/time/cold"
                                : "/time/hot";
  for (const char* of_another_row : {"/roof_share", "/speedup_over_baseline"})
    if (place == of_another_row) return {times, times};
  for (const char* rate : {"/gbps", "/traffic_gbps", "/giga_operations_per_second"})
    if (place.starts_with(rate)) return {times};
  return {};
}

/// The samples at a place; empty if they are no positive numbers.
std::vector<double> samples_at(const json& row, const std::string& place) {
  const pointer list = pointer(place) / "samples_s";
  std::vector<double> seconds;
  if (!row.contains(list) || !row[list].is_array()) return {};
  for (const json& one : row[list])
    if (one.is_number() && one.get<double>() > 0) seconds.push_back(one.get<double>());
  return seconds.size() == row[list].size() ? seconds : std::vector<double>();
}

}  // namespace

double of_one_measurement() {
  const double standard_error = std::log(1.05) / two_sided_normal_point(0.05);
  return standard_error * standard_error;
}

std::optional<double> log_variance_of(const json& row, const std::string& place) {
  for (const char* once : {"/stalls/", "/metrics/", "/energy/"})
    if (place.starts_with(once)) return of_one_measurement();
  if (place == "/latency/p99_s") return std::nullopt;  // no median
  double sum = 0;
  for (const std::string& source : sources_of(row, place)) {
    const std::vector<double> seconds = samples_at(row, source);
    if (seconds.size() < least_samples_of_interval) return std::nullopt;
    sum += median_estimate(seconds).log_variance;
  }
  return sum;
}

}  // namespace codag::harness
