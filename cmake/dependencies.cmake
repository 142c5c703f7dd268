# Libraries, and why each: docs/dependencies.md. scripts/setup installs them.
find_package(Threads REQUIRED)
find_package(Boost 1.70 REQUIRED COMPONENTS context)
find_package(nlohmann_json 3.9 REQUIRED)
find_package(CLI11 2.0 REQUIRED)
find_package(benchmark 1.6 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenSSL 1.1 REQUIRED COMPONENTS Crypto)

# codag_libdeflate: empty where there is none, for a machine with a GPU may lack it. Found by its files:
# Debian 12's package has no CMake config.
find_path(LIBDEFLATE_INCLUDE_DIR libdeflate.h)
find_library(LIBDEFLATE_LIBRARY deflate)
set(CODAG_HAVE_LIBDEFLATE OFF)
add_library(codag_libdeflate INTERFACE)
if(LIBDEFLATE_INCLUDE_DIR AND LIBDEFLATE_LIBRARY)
  set(CODAG_HAVE_LIBDEFLATE ON)
  target_compile_definitions(codag_libdeflate INTERFACE CODAG_HAVE_LIBDEFLATE)
  target_include_directories(codag_libdeflate SYSTEM INTERFACE ${LIBDEFLATE_INCLUDE_DIR})
  target_link_libraries(codag_libdeflate INTERFACE ${LIBDEFLATE_LIBRARY})
else()
  message(STATUS "libdeflate: not found; built without it (install libdeflate-dev)")
endif()

if(CODAG_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
