// What a command line changes in a config.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace codag::harness {

struct known_names;

/// The options of a command line that replace a config's lists. A list that is empty here stays as
/// it is in the config.
///
/// An entry is written NAME or NAME,KEY=VALUE,...: "uniform,bit_width=8" stands for
/// {"name": "uniform", "bit_width": 8} in a config. A key that is given several times gets a list.
/// A dataset that is a file has no name in front: "path=FILE,type=int32". Commas in a path or a
/// column's name belong to it unless KEY= follows them. An entry may also be that of a config as it
/// is: {"path": "a,b=c", "type": "int8"}.
struct config_overrides {
  std::vector<std::string> datasets;
  std::vector<std::string> codecs;
  std::vector<std::string> variants;
  std::vector<std::string> chunks;  ///< sizes: "64KiB"
  std::uint64_t samples = 0;        ///< of each timing: exactly so many; 0: as in the config
  std::string verify;  ///< which samples are verified: one of verify_choices(); empty: as there
  std::vector<std::string> peers;  ///< in addition to the config's

  /// Whether a list of the config is replaced, or the samples.
  [[nodiscard]] bool replaces() const {
    return !datasets.empty() || !codecs.empty() || !variants.empty() || !chunks.empty() ||
           samples != 0;
  }
};

/// The place in a message: "--dataset uniform,bit_width=8".
std::string label_of(const std::string& option, const std::string& text);

/// The JSON of an entry: "NAME", "NAME,KEY=VALUE,...", "KEY=VALUE,..." or JSON itself. Throws
/// datasets::bad_input.
nlohmann::json entry_of(const std::string& option, const std::string& text);

/// The lists of a config that these options replace: key -> option.
std::map<std::string, std::string> replaced_lists(const config_overrides& overrides);

/// Replaces the lists in the JSON of a config, the samples and which are verified; the peers are
/// left out. Paths are relative to the current folder. Throws datasets::bad_input, which names the
/// option and what is wrong with it.
void apply_overrides(nlohmann::json& config, const config_overrides& overrides,
                     const known_names& known);

}  // namespace codag::harness
