# The page's files as strings of a C++ source, made when the build is configured, again after each change of them.

# codag_embed_page(OUTPUT): reads page.html, page.css and the scripts in this folder. The scripts become one, in this order.
function(codag_embed_page output)
  set(scripts dom format bars table summary verdicts_by_source claims machine cases roof stalls ablations comparison history main)
  list(TRANSFORM scripts REPLACE "(.+)" "\\1.js")
  codag_read_text(template page.html)
  codag_read_text(style page.css)
  codag_read_text(script ${scripts})
  file(WRITE ${output}.tmp "// Made by embed.cmake.
#include \"harness/page/page_files.hpp\"

namespace codag::harness {

const std::string_view page_template = ${template};
const std::string_view page_style = ${style};
const std::string_view page_script = ${script};

}  // namespace codag::harness
")
  file(COPY_FILE ${output}.tmp ${output} ONLY_IF_DIFFERENT)
endfunction()

# codag_read_text(VARIABLE files...): the files' text as one raw string of C++.
function(codag_read_text variable)
  set(all "")
  foreach(name ${ARGN})
    set(file ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    if(text MATCHES "\\)page\"")
      message(FATAL_ERROR "${file}: contains )page\", which ends the string that it becomes; write it in another way")
    endif()
    string(APPEND all "${text}")
  endforeach()
  set(${variable} "R\"page(${all})page\"" PARENT_SCOPE)
endfunction()
