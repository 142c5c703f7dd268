#include "harness/compare/differences.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace codag::harness {
namespace {

using nlohmann::json;

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// The values that are neither objects nor lists, by their JSON pointer.
std::map<std::string, json> leaves_of(const json& value) {
  std::map<std::string, json> leaves;
  if (value.is_structured() && !value.empty()) {
    const json flat = value.flatten();
    for (const auto& [place, leaf] : flat.items()) leaves.emplace(place, leaf);
  } else if (!value.is_null()) {
    leaves.emplace("", value);
  }
  return leaves;
}

void compare(std::vector<run_difference>& all, const std::string& what, const json& base,
             const json& now) {
  const auto then = leaves_of(base), here = leaves_of(now);
  std::set<std::string> places;
  for (const auto* leaves : {&then, &here})
    for (const auto& [place, leaf] : *leaves) places.insert(place);
  for (const std::string& place : places) {
    const auto in = [&](const std::map<std::string, json>& leaves) {
      const auto at = leaves.find(place);
      return at == leaves.end() ? std::string("-") : text_of(at->second);
    };
    if (in(then) != in(here)) all.push_back({what + place, in(then), in(here)});
  }
}

/// The PCI bus id of a GPU's facts in lower case; empty if they have none.
std::string bus_of(const json& gpu) {
  const json id = gpu.is_object() ? gpu.value("pci_bus_id", json()) : json();
  std::string text = id.is_string() ? id.get<std::string>() : std::string();
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The state of a report's GPU when the run began, without what differs from second to second.
json lasting_gpu_state(const json& report) {
  const json states = report["provenance"].value("gpu_state", json());
  const json gpu = report["provenance"].value("gpu", json());
  const std::string here = bus_of(gpu);
  if (!states.is_array() || here.empty()) return {};
  for (json state : states) {
    // The driver gives the domain 8 digits, CUDA 4.
    if (!bus_of(state).ends_with(here)) continue;
    for (const char* passing :
         {"name", "pci_bus_id", "uuid", "free_mib", "temperature_c", "absent"})
      state.erase(passing);
    return state;
  }
  return {};
}

}  // namespace

std::vector<run_difference> differences_of(const json& base, const json& now) {
  std::vector<run_difference> all;
  for (const char* key : {"experiment", "backend", "complete"})
    compare(all, key, base[key], now[key]);
  json from = base["provenance"], to = now["provenance"];
  for (json* run : {&from, &to})
    if (run->contains("host") && (*run)["host"].is_object()) (*run)["host"].erase("load_average");
  for (const char* key :
       {"gpu", "host", "compiler", "libraries", "source", "codag_version", "devices_at_once"})
    compare(all, key, from.value(key, json()), to.value(key, json()));
  compare(all, "gpu_state", lasting_gpu_state(base), lasting_gpu_state(now));
  for (const char* key : {"size", "seed"}) compare(all, key, base[key], now[key]);
  json before = base["config"], after = now["config"];
  for (json* config : {&before, &after})
    if (config->is_object())
      for (const char* key : {"description", "claims", "targets", "$schema"}) config->erase(key);
  compare(all, "config", before, after);
  return all;
}

bool same_gpu_model(const json& base, const json& now) {
  const json &from = base["provenance"]["gpu"], &to = now["provenance"]["gpu"];
  return from.is_object() && to.is_object() &&
         from.value("name", json()) == to.value("name", json());
}

bool same_cpu_model(const json& base, const json& now) {
  const auto cpu = "/provenance/host/cpu"_json_pointer;
  return base.value(cpu, json()) == now.value(cpu, json());
}

}  // namespace codag::harness
