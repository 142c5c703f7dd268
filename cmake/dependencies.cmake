# The libraries that the build needs; docs/dependencies.md explains why. The build looks for all of them before it
# stops, so that it can list everything that is missing. scripts/setup runs this file alone, through cmake/probe, to
# find out what it has to install.

# codag_missing: one entry "package|file|Debian package|what is not built without it" for each library that was not
# found. The last field is empty if nothing can be built without the library.
set(codag_missing "")
macro(codag_is_missing package file debian without)
  list(APPEND codag_missing "${package}|${file}|${debian}|${without}")
endmacro()

# codag_find(PACKAGE find_package's arguments... FILE its file DEBIAN its package [WITHOUT what is not built without
# it])
macro(codag_find package)
  cmake_parse_arguments(codag_find "" "FILE;DEBIAN;WITHOUT" "" ${ARGN})
  find_package(${package} ${codag_find_UNPARSED_ARGUMENTS} QUIET)
  codag_lists_if_missing(${package} ${ARGN})
endmacro()
# The same once CMake has looked for the package.
macro(codag_lists_if_missing package)
  cmake_parse_arguments(codag_find "" "FILE;DEBIAN;WITHOUT" "" ${ARGN})
  if(NOT ${package}_FOUND)
    set(codag_found_too_old "")
    if(${package}_CONSIDERED_VERSIONS)
      list(JOIN ${package}_CONSIDERED_VERSIONS " and " codag_found_too_old)
      string(PREPEND codag_found_too_old ", found only version ")
    endif()
    list(JOIN codag_find_UNPARSED_ARGUMENTS " " codag_find_asked)
    string(REGEX REPLACE "^([0-9.]+)" "\\1 or later" codag_find_asked "${codag_find_asked}")
    string(REPLACE "COMPONENTS" "with" codag_find_asked "${package} ${codag_find_asked}")
    string(STRIP "${codag_find_asked}" codag_find_asked)
    codag_is_missing("${codag_find_asked}" "${codag_find_FILE}${codag_found_too_old}"
      "${codag_find_DEBIAN}" "${codag_find_WITHOUT}")
  endif()
endmacro()

if(CODAG_PACKAGE)  # libraries are static if possible: docs/building.md
  set(Boost_USE_STATIC_LIBS ON)
  set(OPENSSL_USE_STATIC_LIBS ON)
  set(ZLIB_USE_STATIC_LIBS ON)
  set(codag_static_deflate libdeflate.a)
endif()

find_package(Threads REQUIRED)
codag_find(nlohmann_json 3.9 FILE nlohmann_jsonConfig.cmake DEBIAN nlohmann-json3-dev)
codag_find(CLI11 2.0 FILE CLI11Config.cmake DEBIAN libcli11-dev)
codag_find(benchmark 1.6 FILE benchmarkConfig.cmake DEBIAN libbenchmark-dev)
codag_find(ZLIB FILE zlib.h DEBIAN zlib1g-dev)
codag_find(OpenSSL 1.1 COMPONENTS Crypto FILE openssl/evp.h DEBIAN libssl-dev)

# Only the host backend uses Boost. A build needs at least one backend for kernels.
set(codag_without_boost "")
if(CODAG_HAVE_CUDA)
  set(codag_without_boost "the host backend, so kernels run on a GPU only")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/codag-boost.cmake)
codag_lists_if_missing(Boost 1.70 COMPONENTS context FILE boost/context/fiber.hpp DEBIAN libboost-context-dev
  WITHOUT "${codag_without_boost}")
set(CODAG_HAVE_HOST OFF)
if(CODAG_HOST AND Boost_FOUND)
  set(CODAG_HAVE_HOST ON)
endif()

# codag_libdeflate: an empty target if there is no libdeflate. The library is found by its files, because Debian
# 12's package has no CMake config.
find_path(LIBDEFLATE_INCLUDE_DIR libdeflate.h)
find_library(LIBDEFLATE_LIBRARY NAMES ${codag_static_deflate} deflate)
set(CODAG_HAVE_LIBDEFLATE OFF)
add_library(codag_libdeflate INTERFACE)
if(LIBDEFLATE_INCLUDE_DIR AND LIBDEFLATE_LIBRARY)
  set(CODAG_HAVE_LIBDEFLATE ON)
  target_compile_definitions(codag_libdeflate INTERFACE CODAG_HAVE_LIBDEFLATE)
  target_include_directories(codag_libdeflate SYSTEM INTERFACE ${LIBDEFLATE_INCLUDE_DIR})
  target_link_libraries(codag_libdeflate INTERFACE ${LIBDEFLATE_LIBRARY})
else()
  codag_is_missing(libdeflate libdeflate.h libdeflate-dev "the variant cpu_libdeflate and Deflate's second encoder")
endif()

# codag_arrow_library: Apache Arrow C++ with Parquet and ORC, of the wheel that `scripts/setup --arrow` unpacks under
# build/, or of an installation. Set-up does not install it, so it is not among what is missing. The wheel's libraries
# have names with a version only.
set(codag_arrow_folder ${CMAKE_CURRENT_LIST_DIR}/../build/arrow/pyarrow)
file(GLOB codag_arrow_names RELATIVE ${codag_arrow_folder} ${codag_arrow_folder}/libarrow.so.*)
file(GLOB codag_parquet_names RELATIVE ${codag_arrow_folder} ${codag_arrow_folder}/libparquet.so.*)
find_path(CODAG_ARROW_INCLUDE_DIR arrow/adapters/orc/adapter.h HINTS ${codag_arrow_folder}/include)
find_library(CODAG_ARROW_LIBRARY NAMES ${codag_arrow_names} arrow HINTS ${codag_arrow_folder})
find_library(CODAG_PARQUET_LIBRARY NAMES ${codag_parquet_names} parquet HINTS ${codag_arrow_folder})
mark_as_advanced(CODAG_ARROW_INCLUDE_DIR CODAG_ARROW_LIBRARY CODAG_PARQUET_LIBRARY)
if(CODAG_ARROW_INCLUDE_DIR AND CODAG_ARROW_LIBRARY AND CODAG_PARQUET_LIBRARY)
  add_library(codag_arrow_library INTERFACE)
  target_include_directories(codag_arrow_library SYSTEM INTERFACE ${CODAG_ARROW_INCLUDE_DIR})
  target_link_libraries(codag_arrow_library INTERFACE ${CODAG_ARROW_LIBRARY} ${CODAG_PARQUET_LIBRARY})
elseif(NOT CODAG_PROBE)
  message(STATUS "Apache Arrow: not found; built without Parquet and ORC files as datasets; `scripts/setup --arrow` gets it and builds with it")
endif()

if(CODAG_BUILD_TESTS)
  set(codag_without_tests "")
  if(CODAG_BUILD_TESTS STREQUAL "AUTO")
    set(codag_without_tests "the tests")
  endif()
  codag_find(GTest FILE gtest/gtest.h DEBIAN libgtest-dev WITHOUT "${codag_without_tests}")
  set(CODAG_BUILD_TESTS ${GTest_FOUND})
endif()

# Reports what is missing, and stops if nothing can be built without it.
function(codag_report_missing)
  set(needed "")
  set(debian "")
  foreach(row IN LISTS codag_missing)
    string(REGEX MATCH "^([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|]*)$" row "${row}")
    if(CMAKE_MATCH_4)
      message(STATUS "${CMAKE_MATCH_1}: not found (${CMAKE_MATCH_2}); built without ${CMAKE_MATCH_4} (Debian: ${CMAKE_MATCH_3})")
    else()
      string(APPEND needed "\n  ${CMAKE_MATCH_1} (looked for ${CMAKE_MATCH_2})")
      string(APPEND debian " ${CMAKE_MATCH_3}")
    endif()
  endforeach()
  if(needed)
    if(needed MATCHES "Boost" AND NOT CODAG_HAVE_CUDA)
      string(APPEND needed "\n    for the host backend; a build without Boost needs a CUDA toolkit")
    endif()
    message(FATAL_ERROR "codag needs libraries that were not found:${needed}\n"
      "Install Debian's packages with scripts/setup (${debian} ). If the libraries are installed elsewhere, "
      "set CMAKE_PREFIX_PATH to the folder that has their include/ and lib/ (docs/building.md).")
  endif()
endfunction()
if(NOT CODAG_PROBE)
  codag_report_missing()
endif()
