// Putting data, style and script into a page, so that nothing in them can become markup or code.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace codag::harness {

/// The value with every string made printable(): control characters and those that change the
/// direction of text are shown as escapes. Keys stay as they are.
nlohmann::ordered_json printable_strings(nlohmann::ordered_json value);

/// The value as the content of a script element: ASCII without <, > and &, so that no string can
/// end the element or begin a comment.
std::string data_block(const nlohmann::ordered_json& value);

/// The source of a Content-Security-Policy that permits exactly this inline style or script:
/// "'sha256-...'".
std::string policy_source(std::string_view text);

/// The form with the text of each "{{name}}". A text that contains "{{name}}" stays as it is.
/// Throws std::logic_error if the form has a name without a text.
std::string filled(std::string_view form,
                   const std::vector<std::pair<std::string_view, std::string_view>>& texts);

}  // namespace codag::harness
