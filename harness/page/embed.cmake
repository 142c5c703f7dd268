# Writes a C++ source with the page's files as strings: cmake -DOUTPUT=... -DTEMPLATE=... -DSTYLE=... -DSCRIPTS=...
# -P embed.cmake. SCRIPTS is a list, whose files become one script in this order.
set(delimiter page_file)
function(read_text variable)
  set(all "")
  foreach(file ${ARGN})
    file(READ ${file} text)
    if(text MATCHES "\\)${delimiter}\"")
      message(FATAL_ERROR "${file}: contains )${delimiter}\", which ends the string that it becomes")
    endif()
    string(APPEND all "${text}")
  endforeach()
  set(${variable} "R\"${delimiter}(${all})${delimiter}\"" PARENT_SCOPE)
endfunction()
read_text(template ${TEMPLATE})
read_text(style ${STYLE})
read_text(script ${SCRIPTS})
file(WRITE ${OUTPUT} "// Made by embed.cmake.
#include \"harness/page/page_files.hpp\"

namespace codag::harness {

const std::string_view page_template = ${template};
const std::string_view page_style = ${style};
const std::string_view page_script = ${script};

}  // namespace codag::harness
")
