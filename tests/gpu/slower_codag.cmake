# codag_slower: codag with every launch on the GPU slowed down by 1 %, for ab.py. It has codag's kernels; only the
# workloads are compiled again, with a gpu_workload.cuh that enqueues a delay after each launch.
set(header harness/measure/gpu/gpu_workload.cuh)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
file(READ ${PROJECT_SOURCE_DIR}/${header} slower)
function(codag_plant before after)
  string(FIND "${slower}" "${before}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "tests/gpu/slower_codag.cmake: ${header} has no \"${before}\" any more: plant the delay elsewhere")
  endif()
  string(REPLACE "${before}" "${after}" slower "${slower}")
  set(slower "${slower}" PARENT_SCOPE)
endfunction()
codag_plant("#include \"harness/measure/workload.hpp\"\n"
  "#include \"harness/measure/workload.hpp\"\n#include \"tests/gpu/planted_delay.cuh\"\n")
codag_plant("    start_.record();\n    launch();\n    stop_.record();\n"
  "    delay_.learn([this] { return stop_.seconds_since(start_); });\n    start_.record();\n    launch();\n    delay_.enqueue();\n    stop_.record();\n")
codag_plant("  event start_, stop_;\n" "  event start_, stop_;\n  planted_delay delay_;\n")
set(planted ${CMAKE_CURRENT_BINARY_DIR}/slower)
file(CONFIGURE OUTPUT ${planted}/${header} CONTENT "${slower}" @ONLY)

# The linker takes what these files define from here, and not from the library of the workloads.
file(GLOB_RECURSE slower_workloads CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/harness/workloads/*.cu)
add_executable(codag_slower EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/harness/cli/main.cpp ${slower_workloads})
set_target_properties(codag_slower PROPERTIES UNITY_BUILD OFF)
target_include_directories(codag_slower BEFORE PRIVATE ${planted})
target_link_libraries(codag_slower PRIVATE codag_commands codag_options)
