# Modules are folders with dependencies (arrows) in one direction only. A module links the modules that it names, so code
# with a wrong dependency does not link. tests/build/modules.py checks the includes against the same list.

# codag_module(NAME FOLDER folder ARROWS modules... OUTSIDE folders... SOURCES files... LINK libraries...)
# makes codag_NAME, a static library (an interface library without SOURCES) that links codag_MODULE
# for each module in ARROWS, and LINK, which are libraries outside the harness. It includes headers of its own folder, of
# the modules in ARROWS, and of the folders in OUTSIDE, such as codag/codec. The folder codag stands for the files directly in it.
function(codag_module name)
  cmake_parse_arguments(arg "" "FOLDER" "ARROWS;OUTSIDE;SOURCES;LINK" ${ARGN})
  set(links ${arg_LINK})
  foreach(module ${arg_ARROWS})
    list(APPEND links codag_${module})
  endforeach()
  if(arg_SOURCES)
    codag_library(codag_${name} SOURCES ${arg_SOURCES} LINK ${links})
  else()
    add_library(codag_${name} INTERFACE)
    target_link_libraries(codag_${name} INTERFACE ${links})
    target_include_directories(codag_${name} INTERFACE ${PROJECT_SOURCE_DIR})
  endif()
  if(name MATCHES "^(config|plan|claims|report|compare|export|screen|page|run|ab|commands)$")
    codag_processes_text(codag_${name})
  endif()
  string(REPLACE ";" " " arrows "${arg_ARROWS}")
  string(REPLACE ";" " " outside "${arg_OUTSIDE}")
  set_property(GLOBAL APPEND_STRING PROPERTY CODAG_MODULES "${name} ${arg_FOLDER} ${arrows} : ${outside}\n")
endfunction()

# Writes the list for tests/build/modules.py: one line "NAME FOLDER ARROW... : FOLDER..." per module.
function(codag_write_modules)
  get_property(modules GLOBAL PROPERTY CODAG_MODULES)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/modules.txt CONTENT "${modules}" @ONLY)
endfunction()
