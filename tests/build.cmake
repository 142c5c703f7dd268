# Of the build itself: each header compiles alone, and a project can find_package(codag).
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/codag/*.hpp ${PROJECT_SOURCE_DIR}/baselines/*.hpp
  ${PROJECT_SOURCE_DIR}/datasets/*.hpp ${PROJECT_SOURCE_DIR}/harness/*.hpp)
if(CODAG_HAVE_CUDA)
  file(GLOB_RECURSE cuda_headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/codag/*.cuh ${PROJECT_SOURCE_DIR}/harness/*.cuh)
endif()
if(NOT CODAG_HAVE_CUPTI)
  list(FILTER headers EXCLUDE REGEX "/cupti_[a-z_]+\\.hpp$")
endif()
set(sources "")
foreach(header ${headers} ${cuda_headers})
  string(REPLACE "/" "_" name ${header})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
  if(header MATCHES "\\.cuh$")
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cu)
  endif()
  # Twice: the second is nothing if its guard works.
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND sources ${source})
endforeach()
# scripts/test builds it, in one preset: a header that needs another before it breaks that build.
add_library(headers_compile_alone OBJECT EXCLUDE_FROM_ALL ${sources})
target_link_libraries(headers_compile_alone PRIVATE codag_options codag_harness CLI11::CLI11)

add_test(NAME install/find_package COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR}
  -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/install -DWORK=${CMAKE_CURRENT_BINARY_DIR}/install
  -P ${CMAKE_CURRENT_SOURCE_DIR}/install/check.cmake)

# No number on the pages was typed: their tables are what the reports say.
add_test(NAME scripts/tables COMMAND python3 ${PROJECT_SOURCE_DIR}/scripts/tables --check
  ${PROJECT_SOURCE_DIR}/docs/performance.md ${PROJECT_SOURCE_DIR}/docs/characterization.md
  ${CMAKE_CURRENT_SOURCE_DIR}/scripts/made_tables.md)
# A profiler's answers, made up: what scripts/crosscheck makes of them.
add_test(NAME scripts/crosscheck COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/scripts/crosscheck.py)
# Of scripts/mutate, the mutants that it makes; of scripts/test, its last line.
foreach(script mutants count_tests)
  add_test(NAME scripts/${script} COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/scripts/${script}.py)
endforeach()
set_tests_properties(scripts/crosscheck scripts/mutants scripts/count_tests PROPERTIES ENVIRONMENT "CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
