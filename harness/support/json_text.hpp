// JSON as the text of a file or of standard output.
#pragma once

#include <string>

namespace codag::harness {

/// The value, indented, with a line end. A file's name or a field need not be valid UTF-8: such
/// bytes are replaced, because they must not prevent writing. A template, so that this module does
/// not need the JSON library.
template <class Json>
std::string json_text(const Json& value) {
  return value.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace codag::harness
