#include "harness/screen/noise.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/measure/time_spec.hpp"
#include "harness/screen/text_table.hpp"
#include "harness/support/disturbed_row.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// A key of the samples that the throughput comes from; null if there are none.
json of_samples(const json& c, const char* key) {
  for (const char* kind : {"/time/cold", "/time/hot"}) {
    const json::json_pointer place(kind);
    if (c.contains(place) && c[place].is_object()) return c[place].value(key, json());
  }
  return nullptr;
}

/// A share as a percentage of at least five columns: "0.02%", "56.2%", " 156%".
std::string short_percent(double share) {
  const std::string text = fixed(100 * share, share < 0.09995 ? 2 : share < 0.9995 ? 1 : 0) + "%";
  return (text.size() < 5 ? " " : "") + text;
}

std::string text_of(std::optional<double> noise) {
  return noise ? short_percent(*noise) : "-";
}

bool has_throughput(const json& c) {
  return !c["gbps"].is_null() || !c.value("giga_operations_per_second", json()).is_null();
}

}  // namespace

std::optional<double> noise_of(const json& c) {
  const json noise = of_samples(c, "relative_noise");
  return noise.is_number() ? std::optional(noise.get<double>()) : std::nullopt;
}

std::string noise_text(const json& c) {
  return text_of(noise_of(c));
}

std::string widest_noise(const std::vector<const json*>& cases) {
  std::optional<double> widest;
  for (const json* c : cases)
    if (const auto noise = c == nullptr ? std::nullopt : noise_of(*c); noise && noise >= widest)
      widest = noise;
  return text_of(widest);
}

std::string mark_of(const std::vector<const json*>& cases) {
  const auto any = [&](const auto& is) {
    return std::ranges::any_of(cases, [&](const json* c) { return c != nullptr && is(*c); });
  };
  const bool disturbed = any([](const json& c) { return !what_disturbed(c).empty(); });
  const bool unsure = any([](const json& c) { return is_unsure(&c); });
  return std::string(disturbed ? disturbed_mark : "") + (unsure ? unsure_mark : "");
}

bool is_unsure(const json* c) {
  return c != nullptr && of_samples(*c, "noise_reached") == false;
}

std::string noise_line(const json& codag) {
  const json& cases = codag["cases"];
  const auto all = std::ranges::count_if(cases, has_throughput);
  if (all == 0) return "";
  const auto missed = std::ranges::count_if(
      cases, [](const json& c) { return has_throughput(c) && is_unsure(&c); });
  const json asked = codag.value("/config/time/max_noise"_json_pointer, json());
  return "noise: +- is half of the median's 95% interval; " + std::to_string(missed) + " of " +
         std::to_string(all) + " did not reach max_noise, " +
         short_percent(asked.is_number() ? asked.get<double>() : time_spec{}.max_noise) +
         (missed == 0 ? "" : std::string(", and have a ") + unsure_mark) + "\n";
}

}  // namespace codag::harness
