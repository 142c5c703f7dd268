# Options and the flags that every target of this project is compiled with.
option(CODAG_BUILD_TESTS "build the tests" ON)
option(CODAG_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(CODAG_FUZZ "fuzz targets under libFuzzer, with CODAG_SANITIZE; needs clang" OFF)
option(CODAG_RACES "find data races of the kernels on the host backend (docs/interpreter.md)" OFF)
option(CODAG_WERROR "warnings are errors" ON)
set(CODAG_CUDA AUTO CACHE STRING "CUDA backend: AUTO (if a toolkit is found), ON or OFF")
set_property(CACHE CODAG_CUDA PROPERTY STRINGS AUTO ON OFF)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE})
endif()
