// Variants that had another name in earlier reports and configs: python/codag/earlier_names.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace codag::harness {

/// The name that a codec's variant has now, if it had another one: "pipeline/lanes/shared" for
/// Deflate's "warp_per_chunk/lanes/shared". Parameters at its end are kept ("/writer=warp").
[[nodiscard]] std::optional<std::string> name_now(std::string_view codec, std::string_view variant);

/// The name of a case, which may be of before its variant was renamed, as it is now.
[[nodiscard]] std::string case_name_now(std::string name);

/// Replaces earlier names in a report that has cases of such names: in these, in the texts that
/// name cases, and in the copy of the config, which can be run again. A case that was skipped
/// because its codec has no variant of that name keeps it. Any other JSON stays unchanged.
void replace_earlier_names(nlohmann::json& report);

}  // namespace codag::harness
