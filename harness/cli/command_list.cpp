#include <iostream>
#include <nlohmann/json.hpp>

#include "datasets/manifest.hpp"
#include "harness/cli/commands.hpp"
#include "harness/run/run.hpp"

namespace codag::harness {

void add_list(CLI::App& app, action& chosen) {
  auto* command = app.add_subcommand("list", "list what a config can name");
  auto what = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  command->add_option("WHAT", *what, "datasets, codecs or variants; all of them by default")
      ->check(CLI::IsMember({"datasets", "codecs", "variants"}));
  command->add_flag("--json", *as_json, "for programs");
  command->footer("Examples:\n  codag list variants\n  codag list --json");
  command->callback([=, &chosen] {
    chosen = [=] {
      const known_names known = registry_names();
      nlohmann::ordered_json all = {
          {"datasets", known.datasets}, {"codecs", known.codecs}, {"variants", known.variants}};
      if (!what->empty()) all = {{*what, all[*what]}};
      if (*as_json) {
        std::cout << all.dump(1) << "\n";
        return exit_ok;
      }
      for (const auto& [kind, names] : all.items()) {
        std::cout << kind << "\n";
        for (const std::string name : names) {
          std::cout << "  " << name;
          if (kind == "datasets") {
            const auto& column = datasets::manifest_column(name);
            std::cout << "  " << column.long_name << ", " << to_string(column.type);
          }
          std::cout << "\n";
        }
      }
      return exit_ok;
    };
  });
}

}  // namespace codag::harness
