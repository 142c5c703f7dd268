#include "harness/report/earlier_names.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/kernels/registry.hpp"
#include "harness/report/earlier_names_text.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

struct renamed_variant {
  std::string codec, earlier, now;
  json parts;       ///< those that the variant declares differently now: key -> value
  json parameters;  ///< the values that have other names now: key -> {earlier: now}
  /// Another variant has the earlier name now, without this parameter. Only in a report whose cases
  /// of that name have the parameter is the name the earlier one. Empty: always.
  std::string of_reports_with;
};
using renamed_variants = std::vector<renamed_variant>;

/// Longer earlier names first, because one can begin like another.
const renamed_variants& all_renamed() {
  static const renamed_variants all = [] {
    renamed_variants read;
    const json table = json::parse(earlier_names_text);
    for (const auto& [codec, variants] : table.items())
      for (const auto& [earlier, now] : variants.items())
        read.push_back({codec, earlier, now.at("variant"), now.at("parts"),
                        now.value("parameters", json::object()),
                        now.value("of_reports_with", std::string())});
    std::ranges::stable_sort(read, std::greater(), [](const auto& r) { return r.earlier.size(); });
    return read;
  }();
  return all;
}

/// Those whose earlier name no variant has now.
const renamed_variants& always_renamed() {
  static const renamed_variants always = [] {
    renamed_variants some = all_renamed();
    std::erase_if(some, [](const renamed_variant& r) { return !r.of_reports_with.empty(); });
    return some;
  }();
  return always;
}

/// Whether text has `name` at its beginning, and nothing or a parameter after it.
bool begins_with_name(std::string_view text, std::string_view name) {
  return text.starts_with(name) &&
         (text.size() == name.size() ||
          (text[name.size()] == '/' &&
           text.substr(name.size()).find('=') < text.substr(name.size() + 1).find('/')));
}

/// Whether it is the codec's variant, under its earlier name.
bool has_earlier_name(const renamed_variant& r, std::string_view codec, std::string_view variant) {
  // The codec's name is without its settings.
  return r.codec == codec.substr(0, codec.find('/')) && begins_with_name(variant, r.earlier);
}

const renamed_variant* find_renamed(const renamed_variants& renamed, std::string_view codec,
                                    std::string_view variant) {
  const auto at = std::ranges::find_if(
      renamed, [&](const renamed_variant& r) { return has_earlier_name(r, codec, variant); });
  return at == renamed.end() ? nullptr : &*at;
}

/// The variant's name now, with its parameters.
std::optional<std::string> now_of(const renamed_variants& renamed, std::string_view codec,
                                  std::string_view variant) {
  const renamed_variant* const r = find_renamed(renamed, codec, variant);
  if (r == nullptr) return std::nullopt;
  return r->now + std::string(variant.substr(r->earlier.size()));
}

/// The codec's name in a case's name that ends before its variant: "uniform/bits=3/deflate/", or
/// with the encoder's settings: "text/gompresso_byte/window=8192B/".
std::string_view codec_before(std::string_view text) {
  while (!text.empty()) {
    text.remove_suffix(1);  // the slash
    const std::size_t begin = text.find_last_of("/ ") + 1;
    const std::string_view last = text.substr(begin);
    if (last.find('=') == std::string_view::npos) return last;
    text = text.substr(0, begin);
  }
  return {};
}

/// Replaces earlier names in the names of cases that a text contains. The longest name counts: a
/// codec that never had it keeps it, though it may have had one that begins it.
void replace_in_text(const renamed_variants& renamed, std::string& text) {
  const auto ends_at = [&](std::size_t end) {
    return end >= text.size() ||
           std::string_view("/:;, ").find(text[end]) != std::string_view::npos;
  };
  for (std::size_t at = text.find('/'); at != std::string::npos; at = text.find('/', at + 1)) {
    const std::string_view rest = std::string_view(text).substr(at + 1);
    const auto longest = std::ranges::find_if(renamed, [&](const renamed_variant& r) {
      return rest.starts_with(r.earlier) && ends_at(at + 1 + r.earlier.size());
    });
    if (longest == renamed.end()) continue;
    const std::string_view codec = codec_before(std::string_view(text).substr(0, at + 1));
    const auto its = std::ranges::find_if(renamed, [&](const renamed_variant& r) {
      return r.codec == codec && r.earlier == longest->earlier;
    });
    if (its != renamed.end()) text.replace(at + 1, its->earlier.size(), its->now);
  }
}

std::string text_of(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

bool is_variant(const std::string& name) {
  return std::ranges::any_of(all_variants(),
                             [&](const variant_facts* v) { return v->variant == name; });
}

/// Whether a text says that a codec has no variant of that name. Then the name is none of the
/// codec's earlier ones, and stays, unless no codec has it any more.
bool keeps_name(const std::string& reason) {
  constexpr std::string_view says = " has no variant ";
  const std::size_t at = reason.find(says);
  if (at == std::string::npos) return false;
  const std::size_t begin = at + says.size();
  return is_variant(reason.substr(begin, reason.find(';', begin) - begin));
}

void replace_in_texts(const renamed_variants& renamed, json& value) {
  if (value.is_string()) replace_in_text(renamed, value.get_ref<std::string&>());
  if (value.is_structured())
    for (json& child : value) replace_in_texts(renamed, child);
}

void replace_in_benchmark(const renamed_variants& renamed, json& row) {
  if (row.is_object() && !keeps_name(text_of(row, "error_message"))) replace_in_texts(renamed, row);
}

/// Whether the case had an earlier name.
bool replace_in_case(const renamed_variants& renamed, json& row) {
  if (!row.is_object() || keeps_name(text_of(row, "reason"))) return false;
  replace_in_texts(renamed, row);
  const std::string variant = text_of(row, "variant");
  const renamed_variant* const r = find_renamed(renamed, text_of(row, "codec"), variant);
  if (r == nullptr) return false;
  row["variant"] = r->now + variant.substr(r->earlier.size());
  if (row.contains("parts") && row["parts"].is_object()) row["parts"].update(r->parts);
  if (row.contains("parameters") && row["parameters"].is_object())
    for (const auto& [key, values] : r->parameters.items())
      if (const std::string value = text_of(row["parameters"], key.c_str()); values.contains(value))
        row["parameters"][key] = values[value];
  return true;
}

/// A claim selects rows on one or two sides; the right side has the left one's codec by default.
void replace_in_claim(const renamed_variants& renamed, json& claim) {
  std::string codec;
  for (const char* side : {"left", "right"}) {
    if (!claim.is_object() || !claim.contains(side) || !claim[side].is_object()) continue;
    if (const std::string its = text_of(claim[side], "codec"); !its.empty()) codec = its;
    const std::string variant = text_of(claim[side], "variant");
    if (const auto now = now_of(renamed, codec, variant)) claim[side]["variant"] = *now;
  }
}

/// The name of an entry of a config's codecs or variants: a text, or an object with a name.
std::string entry_name(const json& entry) {
  if (entry.is_string()) return entry.get<std::string>();
  return entry.is_object() ? text_of(entry, "name") : std::string();
}

/// What an entry of a config's variants becomes: a variant may have another name now for some of
/// the codecs. `kept` is false if it has for all.
struct entries_now {
  std::vector<std::string> names;
  bool kept = false;
};
entries_now names_for(const renamed_variants& renamed, const std::vector<std::string>& codecs,
                      const std::string& variant) {
  entries_now made;
  for (const std::string& codec : codecs)
    if (const auto now = now_of(renamed, codec, variant); !now)
      made.kept = true;
    else if (std::ranges::find(made.names, *now) == made.names.end())
      made.names.push_back(*now);
  made.kept &= is_variant(variant);
  return made;
}

std::vector<std::string> codecs_of(const json& config) {
  std::vector<std::string> codecs;
  if (config.is_object() && config.contains("codecs") && config["codecs"].is_array())
    for (const json& codec : config["codecs"]) codecs.push_back(entry_name(codec));
  return codecs;
}

void replace_in_config(const renamed_variants& renamed, json& config,
                       const std::vector<std::string>& codecs) {
  if (!config.contains("variants") || !config["variants"].is_array()) return;
  json variants = json::array();
  for (const json& entry : config["variants"]) {
    const entries_now now = names_for(renamed, codecs, entry_name(entry));
    if (now.kept || now.names.empty()) variants.push_back(entry);
    for (const std::string& name : now.names) {
      json made = entry;
      (made.is_object() ? made["name"] : made) = name;
      if (std::ranges::find(variants, made) == variants.end()) variants.push_back(made);
    }
  }
  config["variants"] = std::move(variants);
}

/// The baseline is one name for all codecs: it changes if it has one other name for all of them.
void replace_baseline(const renamed_variants& renamed, json& object,
                      const std::vector<std::string>& codecs) {
  const entries_now now = names_for(renamed, codecs, text_of(object, "baseline"));
  if (!now.kept && now.names.size() == 1) object["baseline"] = now.names.front();
}

template <class Replace>
void for_each_of(json& object, const char* list, Replace replace) {
  if (object.contains(list) && object[list].is_array())
    for (json& entry : object[list]) replace(entry);
}

/// The variants that have other names now than in this report.
renamed_variants renamed_since(json& codag) {
  renamed_variants renamed = all_renamed();
  std::erase_if(renamed, [&](const renamed_variant& r) {
    bool met = r.of_reports_with.empty();
    for_each_of(codag, "cases", [&](const json& row) {
      if (!row.is_object() || !has_earlier_name(r, text_of(row, "codec"), text_of(row, "variant")))
        return;
      met |= row.contains("parameters") && row["parameters"].contains(r.of_reports_with);
    });
    return !met;
  });
  return renamed;
}

}  // namespace

std::optional<std::string> name_now(std::string_view codec, std::string_view variant) {
  return now_of(always_renamed(), codec, variant);
}

std::string case_name_now(std::string name) {
  replace_in_text(always_renamed(), name);
  return name;
}

void replace_earlier_names(json& report) {
  if (!report.is_object() || !report.contains("codag") || !report["codag"].is_object()) return;
  json& codag = report["codag"];
  const renamed_variants renamed = renamed_since(codag);
  const auto in_claim = [&](json& claim) { replace_in_claim(renamed, claim); };
  bool any = false;
  for_each_of(codag, "cases", [&](json& row) { any |= replace_in_case(renamed, row); });
  // The others may be of a config of today, in which the same names are those of other codecs.
  if (!any) return;
  for_each_of(report, "benchmarks", [&](json& row) { replace_in_benchmark(renamed, row); });
  for (const char* list : {"claims", "targets"})
    if (codag.contains(list)) replace_in_texts(renamed, codag[list]);
  for (const char* list : {"claims", "targets"}) for_each_of(codag, list, in_claim);
  if (!codag.contains("config") || !codag["config"].is_object()) return;
  json& config = codag["config"];
  const std::vector<std::string> codecs = codecs_of(config);
  replace_baseline(renamed, codag, codecs);
  replace_baseline(renamed, config, codecs);
  replace_in_config(renamed, config, codecs);
  for (const char* list : {"claims", "targets"}) for_each_of(config, list, in_claim);
}

}  // namespace codag::harness
