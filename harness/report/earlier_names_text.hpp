// The text of python/codag/earlier_names.json.
#pragma once

#include <string_view>

namespace codag::harness {

extern const std::string_view earlier_names_text;

}  // namespace codag::harness
