#include "harness/config/read_claims.hpp"

#include <algorithm>
#include <set>

#include "harness/config/config.hpp"

#include "harness/config/row_values.hpp"

namespace codag::harness {
namespace {

/// The product of two is a number that every reader of a report takes.
constexpr double largest = 1e14;

expectation read_expectation(const placed_json& place) {
  place.only_keys({"about", "tolerance", "at_most", "at_least"});
  const auto given = [&](const char* key) { return place.has(key) ? 1 : 0; };
  if (given("about") + given("at_most") + given("at_least") != 1)
    place.fail("expected exactly one of \"about\" with \"tolerance\", \"at_most\", \"at_least\"");
  const auto number = [&](const char* key) { return place.at(key).number(-largest, largest); };
  if (place.has("about"))
    return {expectation::kind::about, number("about"),
            place.at("tolerance", ": give the allowed deviation as a share of \"about\"")
                .number(0, largest)};
  if (place.has("tolerance")) place.at("tolerance").fail("belongs to \"about\"");
  if (place.has("at_most")) return {expectation::kind::at_most, number("at_most")};
  return {expectation::kind::at_least, number("at_least")};
}

row_filter read_filter(const placed_json& place, const std::vector<std::string>& known) {
  if (!place.value().is_object()) place.expected("an object");
  if (place.value().empty()) place.fail("the filter is empty; name at least one key");
  row_filter filter;
  for (const auto& [key, value] : place.value().items()) {
    const placed_json one = place.at(key);
    if (std::find(known.begin(), known.end(), key) == known.end())
      one.fail("unknown key" + expected_names(key, known));
    if (!value.is_string() && !value.is_number()) one.expected("a string or a number");
    filter.emplace(key, on_one_line(value));
  }
  return filter;
}

std::string read_pointer(const placed_json& place) {
  const std::string text = place.text();
  try {
    const nlohmann::json::json_pointer pointer(text);
    if (is_row_value(pointer.to_string())) return pointer.to_string();
  } catch (const nlohmann::json::exception&) {  // an invalid escape with "~"
  }
  const auto& values = row_values();
  place.fail("no row has a number at " + shown(text) +
             expected_names(text, {values.begin(), values.end()}) + " (* stands for any name)");
}

/// A text that is shown on one line; empty if the key is not there.
std::string read_line(const placed_json& place, const char* key, const char* what) {
  if (!place.has(key)) return {};
  std::string text = place.at(key).text();
  if (text.empty() || datasets::has_control_character(text)) place.at(key).expected(what);
  return text;
}

claim read_claim(const placed_json& place, const std::vector<std::string>& known) {
  place.only_keys({"name", "source", "says", "hardware", "baseline", "value", "right_value", "left",
                   "right", "statistic", "expected"});
  claim c;
  c.name = place.at("name").text();
  if (c.name.empty() ||
      c.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") != std::string::npos)
    place.at("name").expected("a name of a-z, 0-9, _ and -");
  c.source = place.at("source").text();
  c.says = place.at("says").text();
  c.hardware = read_line(place, "hardware", "a part of a GPU's name, such as A100");
  c.baseline = read_line(place, "baseline", "what the paper compares with");
  c.value = read_pointer(place.at("value"));
  const std::string name = place.at("statistic").name_of("statistic", statistic_names());
  const auto& names = statistic_names();
  c.of = static_cast<statistic>(std::find(names.begin(), names.end(), name) - names.begin());
  c.left = read_filter(place.at("left"), known);
  if (compares(c.of))
    c.right = read_filter(place.at("right", ": " + name + " compares left with right"), known);
  else
    for (const char* key : {"right", "right_value"})
      if (place.has(key)) place.at(key).fail("the statistic " + name + " takes left only");
  if (place.has("right_value")) c.right_value = read_pointer(place.at("right_value"));
  c.expected = read_expectation(place.at("expected"));
  return c;
}

}  // namespace

std::vector<claim> read_claims(const placed_json& place,
                               const std::vector<std::string>& variant_keys) {
  std::vector<std::string> known = row_keys();
  known.insert(known.end(), variant_keys.begin(), variant_keys.end());
  if (place.value().size() > max_claims)
    place.fail("has more than " + std::to_string(max_claims) + " entries; make several configs");
  std::vector<claim> all;
  std::set<std::string> names;
  for (const placed_json& one : place.elements()) {
    claim c = read_claim(one, known);
    if (!names.insert(c.name).second)
      one.fail("a second one is named " + datasets::beginning_of(c.name) + "; rename one");
    all.push_back(std::move(c));
  }
  return all;
}

std::vector<claim> read_targets(const placed_json& place,
                                const std::vector<std::string>& variant_keys) {
  for (const placed_json& one : place.elements())
    if (one.has("baseline")) one.at("baseline").fail("belongs to a claim: a target has no paper");
  return read_claims(place, variant_keys);
}

}  // namespace codag::harness
