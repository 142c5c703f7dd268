// The commands of `codag`, one file each.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace codag::harness {

/// What the parsed command is to do; returns the exit code.
using action = std::function<int()>;

// Each adds its command to `app` and, when it is the one parsed, sets `chosen`.
void add_run(CLI::App& app, action& chosen, const std::vector<std::string>& command_line);
void add_list(CLI::App& app, action& chosen);
void add_show(CLI::App& app, action& chosen);
void add_datasets(CLI::App& app, action& chosen);

}  // namespace codag::harness
