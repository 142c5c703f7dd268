#include "harness/claims/judge.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stdexcept>

#include "harness/claims/stall_reason.hpp"
#include "harness/claims/uncertainty.hpp"
#include "harness/measure/statistics/estimate.hpp"
#include "harness/measure/statistics/statistics.hpp"
#include "harness/support/disturbed_row.hpp"
#include "harness/support/work_kind.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// Thrown if a claim cannot be tested. what() gives the reason.
struct untestable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The rows of one side, indexed by the keys that pair them with the other side.
using side = std::map<std::string, const json*>;

std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// The value that a filter compares: the row's own value, or the value of a part or a parameter. It
/// is null if the row lacks the key; the traffic rows, for example, have no dataset.
json row_value(const json& row, const std::string& key) {
  if (const auto at = row.find(key); at != row.end())
    return at->is_object() ? at->value("name", json()) : *at;
  for (const char* group : {"parts", "parameters"})
    if (const auto its = row.find(group); its != row.end() && its->contains(key))
      return (*its)[key];
  return nullptr;
}

/// Whether a GPU's name has the model as a word: "A100" in "NVIDIA A100-SXM4-40GB", but not in "RTX
/// A1000".
bool names_model(const std::string& gpu, const std::string& model) {
  const auto is_part = [&](std::size_t at) {
    return at < gpu.size() && std::isalnum(static_cast<unsigned char>(gpu[at])) != 0;
  };
  for (std::size_t at = gpu.find(model); at != std::string::npos; at = gpu.find(model, at + 1))
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + model.size())) return true;
  return false;
}

/// The name of the row's GPU; empty if it has none.
std::string gpu_of(const json& row) {
  const json gpu = row_value(row, "gpu");
  return gpu.is_string() ? gpu.get<std::string>() : std::string();
}

bool matches(const json& row, const row_filter& filter) {
  return std::all_of(filter.begin(), filter.end(), [&](const auto& one) {
    if (one.first == "gpu") {
      const json model = json::parse(one.second);
      return model.is_string() && names_model(gpu_of(row), model.get<std::string>());
    }
    return text_of(row_value(row, one.first)) == one.second;
  });
}

/// The keys of all parts and parameters of the rows.
std::set<std::string> variant_keys(const json& rows) {
  std::set<std::string> keys;
  for (const json& row : rows)
    for (const char* group : {"parts", "parameters"})
      if (const auto its = row.find(group); its != row.end())
        for (const auto& [key, value] : its->items()) keys.insert(key);
  return keys;
}

/// The keys that pair rows: all keys that identify a row, except those that a filter names. A
/// variant consists of its parts and parameters. If a filter names one of them, the others pair the
/// rows; otherwise the variant's name does. The backend is implied by the variant.
std::vector<std::string> pairing_keys(const json& rows, const row_filter& left,
                                      const row_filter& right) {
  const auto named = [&](const std::string& key) {
    return left.contains(key) || right.contains(key);
  };
  const std::set<std::string> of_variants = variant_keys(rows);
  const bool by_parts = std::ranges::any_of(of_variants, named);
  std::vector<std::string> keys;
  for (const std::string& key : row_keys())
    if (!named(key) && key != "backend" && !(key == "variant" && by_parts)) keys.push_back(key);
  if (by_parts && !named("variant"))
    for (const std::string& key : of_variants)
      if (!named(key)) keys.push_back(key);
  return keys;
}

/// A filter as text for a message: {"codec":"rle_v1"}.
std::string text_of(const row_filter& filter) {
  std::string text;
  for (const auto& [key, value] : filter)
    text += (text.empty() ? "" : ",") + text_of(json(key)) + ":" + value;
  return "{" + text + "}";
}

/// The expectation as JSON, in the form that configs use, with the numbers that a tolerance allows.
json expectation_json(const expectation& e, statistic of) {
  const number_range allowed = e.allowed(of);
  switch (e.is) {
    case expectation::kind::about:
      return {{"about", e.value},
              {"tolerance", e.tolerance},
              {"low", allowed.low},
              {"high", allowed.high}};
    case expectation::kind::at_most:
      return {{"at_most", e.value}};
    case expectation::kind::at_least:
      break;
  }
  return {{"at_least", e.value}};
}

std::string name_of(const json& row) {
  return row["name"].get<std::string>();
}

side rows_of(const json& rows, const row_filter& filter, const std::vector<std::string>& keys) {
  side found;
  for (const json& row : rows) {
    // What a peer does with damaged chunks is no measurement.
    if (row.value("kind", "") == to_string(work_kind::damage) || !matches(row, filter)) continue;
    json values = json::array();
    for (const std::string& key : keys) values.push_back(row_value(row, key));
    const auto [at, is_new] = found.emplace(text_of(values), &row);
    if (!is_new)
      throw untestable(
          name_of(*at->second) + " and " + name_of(row) +
          " look the same to this claim; add a key to a filter that distinguishes them");
  }
  if (found.empty()) throw untestable("no case has " + text_of(filter));
  return found;
}

/// The reason why the value at a place of the row is null, from the nearest "absent".
std::string why_null(const json& row, const json::json_pointer& place) {
  for (json::json_pointer above = place.parent_pointer();; above.pop_back()) {
    const json::json_pointer reason = above / "absent" / place.back();
    if (row.contains(reason) && row[reason].is_string())
      return ": " + row[reason].get<std::string>();
    if (above.empty()) return "";
  }
}

/// Whether `pointer` refers to a stall reason without samples, all of whose values are 0.
bool took_no_sample(const json::json_pointer& pointer, const json::json_pointer& last_there) {
  return last_there.to_string() == "/stalls/reasons" &&
         pointer.parent_pointer().parent_pointer() == last_there &&
         is_stall_reason(pointer.parent_pointer().back());
}

/// Whether the row has a value at this place. No list has an index that overflows.
bool has(const json& row, const json::json_pointer& place) {
  try {
    return row.contains(place);
  } catch (const json::out_of_range&) {
    return false;
  }
}

double value_of(const json& row, const std::string& place_in_row) {
  const json::json_pointer pointer(place_in_row);
  if (row["status"] != "ok")
    throw untestable(name_of(row) + " is " + row["status"].get<std::string>() + ": " +
                     row["reason"].get<std::string>());
  if (is_disturbed(row) && is_sampled(place_in_row))
    throw untestable(name_of(row) + " was disturbed: " + what_disturbed(row));
  json::json_pointer there = pointer;  // shortened until the row has it
  while (!has(row, there)) there.pop_back();
  const json& value = row[there];
  if (value.is_null())
    throw untestable(name_of(row) + ": " + there.to_string() + " is null" + why_null(row, there));
  const std::string place = name_of(row) + ": " + pointer.to_string();
  if (took_no_sample(pointer, there)) return 0;
  if (there != pointer) throw untestable(place + " is not a key of the row");
  if (!value.is_number()) throw untestable(place + " is not a number");
  return value.get<double>();
}

/// A value that is a divisor or the operand of a root.
double positive_value_of(const json& row, const std::string& pointer) {
  const double value = value_of(row, pointer);
  if (value <= 0) throw untestable(name_of(row) + ": " + pointer + " is not greater than 0");
  return value;
}

/// Throws unless the number is finite: a quotient of a report's values need not be.
double finite(double number) {
  if (!std::isfinite(number)) throw untestable("the values are too large or too small to compare");
  return number;
}

/// A number with the variance of its logarithm, which is null if a row has too few samples.
struct uncertain {
  double value = 0;
  std::optional<double> log_variance;

  /// The number with the interval that it is in, `point` standard errors wide on either side.
  [[nodiscard]] interval within(double point) const {
    const double reach = std::exp(point * std::sqrt(*log_variance));
    return {value, value / reach, value * reach};
  }
};

/// The number of a left row, or of a left row and its partner.
uncertain number_of(const claim& c, const json& left, const json* right) {
  const auto variance = log_variance_of(left, c.value);
  if (c.of == statistic::geomean) return {positive_value_of(left, c.value), variance};
  if (right == nullptr) return {value_of(left, c.value), variance};
  const std::string& right_value = c.right_value.empty() ? c.value : c.right_value;
  const double r = positive_value_of(*right, right_value);
  const double l =
      c.of == statistic::geomean_ratio ? positive_value_of(left, c.value) : value_of(left, c.value);
  const auto right_variance = log_variance_of(*right, right_value);
  if (!variance || !right_variance) return {l / r, {}};
  return {l / r, *variance + *right_variance};
}

double summed_up(statistic of, const std::vector<double>& numbers) {
  switch (of) {
    case statistic::geomean_ratio:
    case statistic::geomean:
      return geometric_mean(numbers);
    case statistic::min:
    case statistic::min_ratio:
      return *std::min_element(numbers.begin(), numbers.end());
    case statistic::max:
    case statistic::max_ratio:
    case statistic::max_relative_difference:
      return *std::max_element(numbers.begin(), numbers.end());
    case statistic::mean:
    case statistic::mean_ratio:
      break;
  }
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// The numbers that the statistic sums up: the values, or how far their ratios are from 1.
std::vector<double> summands_of(statistic of, const std::vector<uncertain>& numbers) {
  std::vector<double> summands;
  summands.reserve(numbers.size());
  for (const uncertain& one : numbers)
    summands.push_back(
        finite(of == statistic::max_relative_difference ? std::abs(one.value - 1) : one.value));
  return summands;
}

/// A mean with its interval: the noise of the numbers is independent, so it averages out.
interval mean_interval(statistic of, const std::vector<uncertain>& numbers, double mean) {
  const bool geometric = of == statistic::geomean || of == statistic::geomean_ratio;
  const auto count = static_cast<double>(numbers.size());
  double log_variance = 0;
  for (const uncertain& one : numbers) {
    // The share of the mean's logarithm that a change of the number's logarithm has.
    const double weight = geometric || mean == 0 ? 1 / count : one.value / (count * mean);
    log_variance += weight * weight * *one.log_variance;
  }
  return uncertain{mean, log_variance}.within(two_sided_normal_point(0.05));
}

/// The least or the greatest of some numbers with its interval. It may be any of them, so all of
/// their intervals must hold at once: each misses with 5 % over their number (Bonferroni).
interval extreme_interval(statistic of, const std::vector<uncertain>& numbers, double extreme) {
  const double point = two_sided_normal_point(0.05 / static_cast<double>(numbers.size()));
  std::vector<double> low, high;
  for (const uncertain& one : numbers) {
    interval its = one.within(point);
    if (of == statistic::max_relative_difference) {
      const double below = std::abs(its.low - 1), above = std::abs(its.high - 1);
      its.low = its.low <= 1 && its.high >= 1 ? 0 : std::min(below, above);
      its.high = std::max(below, above);
    }
    low.push_back(its.low);
    high.push_back(its.high);
  }
  return {extreme, summed_up(of, low), summed_up(of, high)};
}

/// The interval of a claim's number; null if a row has too few samples for one.
std::optional<interval> interval_of(statistic of, const std::vector<uncertain>& numbers,
                                    double measured) {
  if (std::ranges::any_of(numbers, [](const uncertain& n) { return !n.log_variance; })) return {};
  switch (of) {
    case statistic::geomean_ratio:
    case statistic::geomean:
    case statistic::mean_ratio:
    case statistic::mean:
      return mean_interval(of, numbers, measured);
    default:
      return extreme_interval(of, numbers, measured);
  }
}

/// Every left row with its right row. The right row is null for a statistic that uses only left
/// rows.
std::vector<std::pair<const json*, const json*>> pairs_of(const claim& c, const json& rows) {
  std::vector<std::pair<const json*, const json*>> pairs;
  row_filter right_filter = c.right;
  right_filter.insert(c.left.begin(), c.left.end());
  const std::vector<std::string> keys =
      compares(c.of) ? pairing_keys(rows, c.left, c.right) : std::vector<std::string>{"name"};
  const side left = rows_of(rows, c.left, keys);
  const side right = compares(c.of) ? rows_of(rows, right_filter, keys) : side();
  for (const auto& [key, row] : left) {
    const auto partner = right.find(key);
    if (compares(c.of) && partner == right.end())
      throw untestable(name_of(*row) + " has no partner with " + text_of(c.right));
    pairs.emplace_back(row, compares(c.of) ? partner->second : nullptr);
  }
  for (const auto& [key, row] : right)
    if (!left.contains(key))
      throw untestable(name_of(*row) + " has no partner with " + text_of(c.left));
  return pairs;
}

/// The number of each pair.
std::vector<uncertain> numbers_of(const claim& c,
                                  const std::vector<std::pair<const json*, const json*>>& pairs) {
  std::vector<uncertain> numbers;
  numbers.reserve(pairs.size());
  for (const auto& [left, right] : pairs) numbers.push_back(number_of(c, *left, right));
  return numbers;
}

/// Whether the claim is about an absolute number of a GPU that one of the left rows is not of.
bool is_elsewhere(const claim& c, const std::vector<std::pair<const json*, const json*>>& pairs) {
  if (c.hardware.empty() || compares(c.of) || !is_of_hardware(c.value)) return false;
  return !std::ranges::all_of(
      pairs, [&](const auto& pair) { return names_model(gpu_of(*pair.first), c.hardware); });
}

std::string range_text(const interval& i) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.4g to %.4g", i.low, i.high);
  return text;
}

struct judgement {
  std::string verdict, reason;
};

/// The verdict on a claim whose opponent and hardware are those of the rows.
judgement judge_number(const claim& c, const std::optional<interval>& within) {
  if (!within)
    return {"undecided", "a case has fewer than " + std::to_string(least_samples_of_interval) +
                             " samples, or its number is no median: it has no interval"};
  const number_range allowed = c.expected.allowed(c.of);
  if (within->low >= allowed.low && within->high <= allowed.high)
    return {c.is_of_direction() ? "direction_only" : "reproduced", ""};
  if (within->high < allowed.low || within->low > allowed.high) return {"not_reproduced", ""};
  return {"undecided", "the interval, " + range_text(*within) + ", is partly within the expected"};
}

judgement judge_in_context(const claim& c,
                           const std::vector<std::pair<const json*, const json*>>& pairs,
                           const std::optional<interval>& within) {
  if (is_elsewhere(c, pairs)) return {"other_hardware", ""};
  judgement its = judge_number(c, within);
  if (c.baseline.empty()) return its;
  return {"other_baseline",
          "the paper has " + c.baseline + "; by the number alone: " + its.verdict};
}

}  // namespace

json rows_with_gpu(const std::vector<const json*>& reports) {
  const json::json_pointer gpu("/provenance/gpu/name");
  json rows = json::array();
  for (const json* report : reports)
    for (const json& row : (*report)["cases"]) {
      rows.push_back(row);
      rows.back()["gpu"] = report->contains(gpu) ? (*report)[gpu] : json();
    }
  // What one report lacks, another one may have.
  std::set<std::string> names;
  for (const json& row : rows) names.insert(row["name"]);
  for (const json* report : reports) {
    const json selection = report->value("selection", json());
    if (selection.is_null() || !selection.contains("left_out")) continue;
    for (json row : selection["left_out"]) {
      if (!names.insert(row["name"]).second) continue;
      row.update({{"status", "left out"},
                  {"reason", "the run had a part of the config's cases"},
                  {"gpu", report->contains(gpu) ? (*report)[gpu] : json()}});
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

json judge(const claim& c, const json& rows, const std::string& why_not) {
  const auto or_null = [](const std::string& text) { return text.empty() ? json() : json(text); };
  json result = {{"name", c.name},
                 {"source", c.source},
                 {"says", c.says},
                 {"hardware", or_null(c.hardware)},
                 {"baseline", or_null(c.baseline)},
                 {"expected", expectation_json(c.expected, c.of)},
                 {"verdict", "not_testable"},
                 {"measured", nullptr},
                 {"low", nullptr},
                 {"high", nullptr},
                 {"pairs", 0},
                 {"reason", ""}};
  try {
    if (!why_not.empty()) throw untestable(why_not);
    const auto pairs = pairs_of(c, rows);
    result["pairs"] = pairs.size();
    const std::vector<uncertain> numbers = numbers_of(c, pairs);
    const double measured = finite(summed_up(c.of, summands_of(c.of, numbers)));
    const std::optional<interval> within = interval_of(c.of, numbers, measured);
    result["measured"] = measured;
    if (within) {
      result["low"] = finite(within->low);
      result["high"] = finite(within->high);
    }
    const judgement its = judge_in_context(c, pairs, within);
    result["verdict"] = its.verdict;
    result["reason"] = its.reason;
  } catch (const untestable& e) {
    result["measured"] = result["low"] = result["high"] = nullptr;
    result["reason"] = e.what();
  }
  return result;
}

json judge_all(const std::vector<claim>& claims, const json& rows, const std::string& why_not) {
  json results = json::array();
  for (const claim& c : claims) results.push_back(judge(c, rows, why_not));
  return results;
}

json judge_targets(const std::vector<claim>& targets, const json& rows,
                   const std::string& why_not) {
  json results = judge_all(targets, rows, why_not);
  for (json& one : results) {
    one.erase("baseline");
    const std::string verdict = one["verdict"];
    if (verdict == "reproduced" || verdict == "direction_only")
      one["verdict"] = "met";
    else if (verdict == "undecided" && one["low"].is_null())
      one["verdict"] = "not_testable";
    else if (verdict == "undecided" || verdict == "not_reproduced")
      one["verdict"] = "missed";
  }
  return results;
}

std::optional<claim_spread> spread_of(const claim& c, const json& rows) {
  try {
    const auto [low, high] =
        std::ranges::minmax(summands_of(c.of, numbers_of(c, pairs_of(c, rows))));
    return claim_spread{low, high};
  } catch (const untestable&) {
    return std::nullopt;
  }
}

}  // namespace codag::harness
