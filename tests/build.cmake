# Tests of the build itself: each header compiles alone, a project can find_package(codag), and set-up installs
# only what is missing.
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/codag/*.hpp ${PROJECT_SOURCE_DIR}/baselines/*.hpp
  ${PROJECT_SOURCE_DIR}/datasets/*.hpp ${PROJECT_SOURCE_DIR}/harness/*.hpp)
if(CODAG_HAVE_CUDA)
  file(GLOB_RECURSE cuda_headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/codag/*.cuh ${PROJECT_SOURCE_DIR}/harness/*.cuh)
endif()
if(NOT CODAG_HAVE_HOST)
  # Such a build checks the headers of CUDA and CUPTI; one with the host backend checks all others.
  list(FILTER headers INCLUDE REGEX "/cupti_[a-z_]+\\.hpp$")
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
  # The header is included twice, so that a missing guard is found.
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND sources ${source})
endforeach()
# scripts/lint builds this target, and scripts/test builds it for the headers of CUDA. A header that needs another
# one before it breaks that build.
# The command line links every other module.
add_library(headers_compile_alone OBJECT EXCLUDE_FROM_ALL ${sources})
set_target_properties(headers_compile_alone PROPERTIES UNITY_BUILD OFF)
if(CODAG_HAVE_CUDA)  # CMake 3.31 refuses the property without a CUDA compiler
  set_target_properties(headers_compile_alone PROPERTIES CUDA_PTX_COMPILATION ON)
endif()
target_link_libraries(headers_compile_alone PRIVATE codag_options codag_commands)
# Its code is not used. nvcc finds what a header lacks in its first pass.
target_compile_options(headers_compile_alone PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O0;-g0>)
if(CODAG_LINT)
  # Only this target of the folder is built here, so no code is made at all. An object file stays empty.
  set(CMAKE_CXX_COMPILE_OBJECT "<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only <SOURCE> && touch <OBJECT>")
endif()

add_test(NAME install/find_package COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR}
  -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/install -DWORK=${CMAKE_CURRENT_BINARY_DIR}/install
  -DHAVE_HOST=${CODAG_HAVE_HOST} -DCXX_FLAGS=$<$<BOOL:${CODAG_SANITIZE}>:-fsanitize=address,undefined> -P ${CMAKE_CURRENT_SOURCE_DIR}/install/check.cmake)

# The programs of examples/, built as their users build them. Their kernels are compiled wherever there is an nvcc, in
# builds without CUDA, too.
find_program(CODAG_NVCC nvcc HINTS /usr/local/cuda/bin)
set(examples_nvcc "${CMAKE_CUDA_COMPILER}")
if(CODAG_NVCC AND NOT examples_nvcc)
  set(examples_nvcc ${CODAG_NVCC})
endif()
list(APPEND one_architecture ${CMAKE_CUDA_ARCHITECTURES} 90)
list(GET one_architecture 0 one_architecture)
foreach(example own_kernel plug_in)
  add_test(NAME examples/${example} COMMAND ${CMAKE_COMMAND} -DEXAMPLE=${example} -DBUILD=${PROJECT_BINARY_DIR}
    -DSOURCE=${PROJECT_SOURCE_DIR} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/examples/${example}
    -DCUDA_COMPILER=${examples_nvcc} -DARCHITECTURE=${one_architecture}
    -DHAVE_HOST=${CODAG_HAVE_HOST} -DCXX_FLAGS=$<$<BOOL:${CODAG_SANITIZE}>:-fsanitize=address,undefined> -P ${CMAKE_CURRENT_SOURCE_DIR}/examples/check.cmake)
endforeach()

# What scripts/setup does on machines that are made up.
add_test(NAME scripts/setup COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/scripts/setup.py)
set_tests_properties(scripts/setup PROPERTIES ENVIRONMENT "CODAG_SOURCE=${PROJECT_SOURCE_DIR}")

# No number on the pages is typed by hand: their tables are made from the reports.
file(GLOB_RECURSE pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
add_test(NAME scripts/tables COMMAND python3 ${PROJECT_SOURCE_DIR}/scripts/tables --check ${PROJECT_SOURCE_DIR}/README.md ${pages}
  ${CMAKE_CURRENT_SOURCE_DIR}/scripts/made_tables.md)
# Nor is a figure older than its reports. What scripts/plot draws is tested where matplotlib is installed.
add_test(NAME scripts/plot COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/scripts/plot.py)
add_test(NAME scripts/drawn_figures COMMAND ${drawing_python} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/scripts/drawn_figures.py)
set_tests_properties(scripts/drawn_figures PROPERTIES SKIP_RETURN_CODE 77)
# The Python package: what it reads without pandas, and its data frames with the example.
foreach(part reading frames)
  add_test(NAME python/${part} COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/python/${part}.py)
  set_tests_properties(python/${part} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300 ENVIRONMENT
    "CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_VENVS=${CMAKE_CURRENT_BINARY_DIR}/venvs")
endforeach()
# scripts/crosscheck on a profiler's answers that were made up.
add_test(NAME scripts/crosscheck COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/scripts/crosscheck.py)
# The mutants that scripts/mutate makes, the last line of scripts/test, what scripts say of bad input, and the Dockerfile.
foreach(script mutants count_tests bad_input rapids rapids_files together callers bench container tune paper papers)
  add_test(NAME scripts/${script} COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/scripts/${script}.py)
endforeach()
set_tests_properties(scripts/plot scripts/drawn_figures scripts/crosscheck scripts/mutants scripts/count_tests scripts/bad_input scripts/rapids scripts/together scripts/callers scripts/bench scripts/container scripts/tune scripts/papers PROPERTIES
  ENVIRONMENT "CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
set_tests_properties(scripts/rapids_files PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300 ENVIRONMENT
  "CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_VENVS=${CMAKE_CURRENT_BINARY_DIR}/venvs")
set_tests_properties(scripts/paper PROPERTIES TIMEOUT 300 ENVIRONMENT "CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_BINARY=$<TARGET_FILE:codag_cli>")

# The source revision that a build writes into the program.
add_test(NAME build/revision COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/build/revision.py)
set_tests_properties(build/revision PROPERTIES ENVIRONMENT "CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
# Includes go along the arrows between modules, and nowhere else.
add_test(NAME build/modules COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/build/modules.py
  ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/modules.txt)
