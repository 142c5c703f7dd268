# Rooms are folders with dependencies (arrows) in one direction only. A room links the rooms that it names, so code
# with a wrong dependency does not link. tests/build/rooms.py checks the includes against the same list.

# codag_room(NAME FOLDER folder ARROWS rooms... OUTSIDE folders... SOURCES files... LINK libraries...)
# makes codag_NAME, a static library (an interface library without SOURCES) that links codag_ROOM
# for each room in ARROWS, and LINK, which are libraries outside the harness. It includes headers of its own folder, of
# the rooms in ARROWS, and of the folders in OUTSIDE, such as codag/codec. The folder codag stands for the files directly in it.
function(codag_room name)
  cmake_parse_arguments(arg "" "FOLDER" "ARROWS;OUTSIDE;SOURCES;LINK" ${ARGN})
  set(links ${arg_LINK})
  foreach(room ${arg_ARROWS})
    list(APPEND links codag_${room})
  endforeach()
  if(arg_SOURCES)
    codag_library(codag_${name} SOURCES ${arg_SOURCES} LINK ${links})
  else()
    add_library(codag_${name} INTERFACE)
    target_link_libraries(codag_${name} INTERFACE ${links})
    target_include_directories(codag_${name} INTERFACE ${PROJECT_SOURCE_DIR})
  endif()
  if(name MATCHES "^(config|plan|claims|report|compare|export|screen|page|run|ab|cli_room)$")
    codag_processes_text(codag_${name})
  endif()
  string(REPLACE ";" " " arrows "${arg_ARROWS}")
  string(REPLACE ";" " " outside "${arg_OUTSIDE}")
  set_property(GLOBAL APPEND_STRING PROPERTY CODAG_ROOMS "${name} ${arg_FOLDER} ${arrows} : ${outside}\n")
endfunction()

# Writes the list for tests/build/rooms.py: one line "NAME FOLDER ARROW... : FOLDER..." per room.
function(codag_write_rooms)
  get_property(rooms GLOBAL PROPERTY CODAG_ROOMS)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/rooms.txt CONTENT "${rooms}" @ONLY)
endfunction()
