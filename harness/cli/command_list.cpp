#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "baselines/cpu/cpu_decoder.hpp"
#include "datasets/manifest.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/list_metrics.hpp"
#include "harness/kernels/host_kernels.hpp"
#include "harness/run/cuda_backend.hpp"
#include "harness/run/host_backend.hpp"
#include "harness/run/run.hpp"

namespace codag::harness {
namespace {

/// The codecs that a variant decodes, and why it cannot here.
std::vector<std::string> codecs_of(const std::string& variant) {
  if (variant == "cpu_reference") return registry_names().codecs;
  std::vector<std::string> codecs;
  for (const auto& kernel : host_kernels())
    if (kernel.facts.variant == variant) codecs.emplace_back(kernel.facts.codec);
  if (const auto* library = baselines::find_cpu_decoder(variant)) {
    codecs.emplace_back(library->codec);
    if (!library->absent.empty()) codecs.push_back("(" + std::string(library->absent) + ")");
  }
  return codecs;
}

/// Each backend with the reason why it cannot run here, or null.
nlohmann::ordered_json backends() {
  const auto or_null = [](const std::optional<std::string>& why) {
    return why ? nlohmann::ordered_json(*why) : nlohmann::ordered_json();
  };
  return {{"cuda", or_null(cuda::absent())}, {"host", or_null(host::absent())}, {"cpu", nullptr}};
}

/// "  (warps_per_block 1 to 8)": what a config may choose of its launch.
std::string choices_of(const known_variant& variant) {
  const launch_parameters &least = variant.limits.least, &most = variant.limits.most;
  std::string text;
  const auto add = [&](const char* key, std::uint32_t low, std::uint32_t high) {
    if (low < high)
      text += "  (" + std::string(key) + " " + std::to_string(low) + " to " + std::to_string(high) +
              ")";
  };
  add("warps_per_block", least.warps_per_block, most.warps_per_block);
  add("ring_bytes", least.ring_bytes, most.ring_bytes);
  return text;
}

}  // namespace

void add_list(CLI::App& app, action& chosen) {
  auto* command = app.add_subcommand("list", "list what a config can name");
  auto what = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  auto metrics = std::make_shared<metrics_query>();
  command
      ->add_option("WHAT", *what,
                   "backends, datasets, codecs, variants (all of these by default) or metrics")
      ->check(CLI::IsMember({"backends", "datasets", "codecs", "variants", "metrics"}));
  command->add_option("NAME", metrics->names,
                      "of metrics: a group or a metric, whose passes are wanted");
  command->add_option("--chip", metrics->chip, "of metrics: GH100, ...; GPU 0's by default");
  command->add_option("--match", metrics->match,
                      "of metrics: those whose name this regular expression finds");
  command->add_flag("--json", *as_json, "for programs");
  command->footer(
      "Examples:\n  codag list variants\n  codag list --json\n  codag list metrics --chip GH100 "
      "--match dram__bytes\n  codag list metrics throughput pipes");
  command->callback([=, &chosen] {
    chosen = [=]() -> int {
      if (*what == "metrics") return list_metrics(*metrics, *as_json);
      if (!metrics->names.empty() || !metrics->chip.empty() || !metrics->match.empty())
        throw datasets::bad_input("list " + *what +
                                  ": NAME, --chip and --match are of `codag list metrics`");
      const known_names known = registry_names();
      nlohmann::ordered_json all = {{"backends", backends()},
                                    {"datasets", known.datasets},
                                    {"codecs", known.codecs},
                                    {"variants", names_of(known.variants)}};
      if (!what->empty()) all = {{*what, all[*what]}};
      if (*as_json) {
        std::cout << all.dump(1) << "\n";
        return exit_ok;
      }
      for (const auto& [kind, names] : all.items()) {
        std::cout << kind << "\n";
        if (kind == "backends") {
          for (const auto& [name, why_not] : names.items())
            std::cout << "  " << name
                      << (why_not.is_null() ? "" : "  " + why_not.get<std::string>()) << "\n";
          continue;
        }
        for (const std::string name : names) {
          std::cout << "  " << name;
          if (kind == "datasets") {
            const auto& column = datasets::manifest_column(name);
            std::cout << "  " << column.long_name << ", " << to_string(column.type);
          } else if (kind == "variants") {
            for (const std::string& codec : codecs_of(name)) std::cout << "  " << codec;
            std::cout << choices_of(*std::ranges::find(known.variants, name, &known_variant::name));
          }
          std::cout << "\n";
        }
      }
      return exit_ok;
    };
  });
}

}  // namespace codag::harness
