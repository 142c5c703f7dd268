// The page's own files, which CMake embeds in the program (embed.cmake).
#pragma once

#include <string_view>

namespace codag::harness {

extern const std::string_view page_template;  ///< page.html
extern const std::string_view page_style;     ///< page.css
extern const std::string_view page_script;    ///< the JavaScript files, one after the other

}  // namespace codag::harness
