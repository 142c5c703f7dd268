#include <unistd.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/config/sizes.hpp"
#include "harness/screen/column_table.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {

void add_datasets(command_line& line) {
  struct arguments {
    std::string size = "8MiB";
    std::uint64_t seed = 1;
    bool as_json = false;
  };
  auto given = std::make_shared<arguments>();
  command datasets =
      line.add("datasets", "compare the generated columns and texts with what the papers say of theirs", [given] {
        const std::uint64_t bytes = parse_size_text(given->size, "--size");
        if (given->as_json)
          std::cout << statistics_json(bytes, given->seed).dump(1) << "\n";
        else
          std::cout << statistics_table(bytes, given->seed, terminal_width(STDOUT_FILENO));
        return exit_ok;
      });
  datasets.text("--size", given->size, "bytes per column");
  datasets.number("--seed", given->seed, "the generators' seed");
  datasets.flag("--json", given->as_json, "print JSON");
  datasets.footer("Example:\n  codag datasets --size 64MiB");
}

}  // namespace codag::harness
