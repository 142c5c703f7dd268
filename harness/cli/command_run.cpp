#include <sys/auxv.h>

#include <filesystem>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/run_arguments.hpp"
#include "harness/run/find_peers.hpp"

namespace codag::harness {
namespace {

/// The path of the config. If the named file does not exist, the installed config of that name in
/// share/codag, so that `codag run configs/quick.json` works from any folder.
std::filesystem::path find_config(const std::filesystem::path& named) {
  if (named.is_absolute() || std::filesystem::exists(named)) return named;
  const auto* program = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  if (program == nullptr) return named;
  std::error_code unknown;
  const auto folder = std::filesystem::canonical(program, unknown).parent_path();
  const auto installed = folder.parent_path() / "share" / "codag" / named;
  return !unknown && std::filesystem::exists(installed) ? installed : named;
}

}  // namespace

void add_run(command_line& line, const std::vector<std::string>& typed) {
  struct arguments : run_arguments {
    std::string config;
  };
  auto given = std::make_shared<arguments>();
  given->typed = typed;
  given->read_config = [g = given.get()] {
    return harness::read_config(find_config(g->config), names_with_peers(g->typed.front()),
                                g->overrides);
  };
  command run = line.add("run", "run a config: verify every case, measure it, write one report",
                         [given] { return run_cases(*given); });
  run.text("CONFIG", given->config, "the experiment's JSON file");
  run.require("CONFIG");
  add_run_options(run, *given);
  run.texts_option("--dataset", given->overrides.datasets,
                   "replaces the config's datasets; repeatable: NAME, NAME,KEY=VALUE,..., "
                   "path=FILE,type=TYPE, or an entry as a config has it");
  add_list_options(run, *given);
  run.footer(
      "Examples:\n"
      "  codag run configs/quick.json --filter MC0\n"
      "  codag run configs/quick.json --dry-run\n"
      "  codag run configs/spine.json --size 64MiB --output /tmp/spine.json\n"
      "  codag run configs/spine.json --resume\n"
      "  codag run configs/quick.json --dataset uniform,bit_width=8 --variant "
      "block_per_chunk,warps_per_block=4\n"
      "  ncu --set full codag run configs/spine.json --once --case "
      "MC0/rle_v1/block_per_chunk/128KiB");
}

}  // namespace codag::harness
