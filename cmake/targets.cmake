include(GNUInstallDirs)

# codag_options: the warnings and sanitizers of every target in this project. It is never exported.
add_library(codag_options INTERFACE)
# A test may use a name that another test file of its executable uses, too.
set(gcc_warnings -Wall -Wextra $<$<NOT:$<BOOL:$<TARGET_PROPERTY:CODAG_IS_TEST>>>:-Wshadow> -Wconversion -Wnon-virtual-dtor -Wold-style-cast)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False warnings: in std::string's operator+ (GCC bug 105651), in the destructor of an empty std::optional (GCC bug
  # 80635), and with -fsanitize (GCC bug 105562). A lane that has no value stores none, which GCC 14 cannot see.
  list(APPEND gcc_warnings -Wno-restrict -Wno-maybe-uninitialized)
else()
  # std::stable_sort of GCC 12's library calls a function that C++17 deprecates, and clang 17 and later name the caller.
  # Unlike GCC's, clang's -Wconversion includes sign-conversion for C++.
  list(APPEND gcc_warnings -Wno-deprecated-declarations -Wno-sign-conversion)
endif()
if(CODAG_WERROR)
  list(APPEND gcc_warnings -Werror)
  target_compile_options(codag_options INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:--Werror=all-warnings>)
endif()
target_compile_options(codag_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${gcc_warnings}>"
  # -lineinfo lets profilers show source lines and changes no instruction. -no-compress: the program reads its own cubins
  # (harness/code).
  $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;-no-compress>)
if(CODAG_SANITIZE OR CODAG_RACES)
  # Tests are dozens of large programs, and lld links each in a third of the time.
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=lld CODAG_HAVE_LLD)
  if(CODAG_HAVE_LLD)
    target_link_options(codag_options INTERFACE -fuse-ld=lld)
  endif()
endif()
# GCC collects no garbage below 1 GB: a tenth of the time for at most 300 MB more.
if(NOT CODAG_LINT)  # clang-tidy does not know the option
  target_compile_options(codag_options INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)
endif()
if(CODAG_SANITIZE)
  # null, object-size, vptr, pointer-overflow: AddressSanitizer stops at the same accesses, and these checks take long
  # to compile. alignment: a third of the time to compile, so only the fuzz targets have it. The host backend itself
  # checks each access to global memory, and compute-sanitizer all accesses on a GPU.
  set(unchecked null,object-size,vptr,pointer-overflow)
  if(NOT CODAG_FUZZ)
    string(APPEND unchecked ,alignment)
  endif()
  target_compile_options(codag_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address;$<$<NOT:$<BOOL:$<TARGET_PROPERTY:CODAG_IS_TEXT>>>:-fsanitize=undefined;-fno-sanitize=${unchecked}>;-fno-sanitize-recover=all;-fno-omit-frame-pointer>"
    # Without the detection of use-after-return, which would give each fiber of the host backend a second stack. From
    # GCC 13 on it is on by default, and tests of kernels then take up to 80 times as long.
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=asan-use-after-return=0>"
    "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fsanitize-address-use-after-return=never>")
  target_link_options(codag_options INTERFACE -fsanitize=address,undefined)
endif()
if(CODAG_FUZZ)
  # The interpreter itself is not under test: without the checks of its own memory an input takes a fifth less time.
  # What a kernel accesses, it accesses in code of its own.
  target_compile_options(codag_options INTERFACE
    "$<IF:$<BOOL:$<TARGET_PROPERTY:CODAG_IS_INTERPRETER>>,-fno-sanitize=all,\
-fsanitize=fuzzer-no-link;-fsanitize-coverage-ignorelist=${PROJECT_SOURCE_DIR}/tests/fuzz/coverage_ignorelist.txt>")
endif()
if(CODAG_RACES)
  if(CODAG_SANITIZE OR CODAG_HAVE_CUDA)
    message(FATAL_ERROR "CODAG_RACES=ON needs CODAG_SANITIZE=OFF and CODAG_CUDA=OFF")
  endif()
  # This uses only the instrumentation of -fsanitize=thread. ThreadSanitizer's runtime is not linked; codag_races
  # defines the functions that the instrumentation calls. Everything is compiled this way, because the linker keeps
  # only one copy of an inline function.
  add_library(codag_races STATIC
    codag/simt/host/race/detector.cpp codag/simt/host/race/hooks.cpp
    codag/simt/host/race/place.cpp codag/simt/host/race/report.cpp)
  set_target_properties(codag_races PROPERTIES UNITY_BUILD OFF)
  target_include_directories(codag_races PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_features(codag_races PRIVATE cxx_std_20)
  target_compile_definitions(codag_races PRIVATE CODAG_RACES
    CODAG_SOURCE_DIR="${PROJECT_SOURCE_DIR}" CODAG_BUILD_DIR="${PROJECT_BINARY_DIR}")
  target_compile_options(codag_races PRIVATE ${gcc_warnings} -O2)
  target_compile_definitions(codag_options INTERFACE CODAG_RACES)
  # -Wno-tsan: the race detector need not understand the host's own fences. -U_FORTIFY_SOURCE: Ubuntu's GCC would call
  # __memset_chk instead of the memset that the detector wraps.
  target_compile_options(codag_options INTERFACE -fsanitize=thread -U_FORTIFY_SOURCE
    -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset
    $<$<CXX_COMPILER_ID:GNU>:-finline-small-functions;-Wno-tsan>)
  target_link_libraries(codag_options INTERFACE codag_races)
  target_link_options(codag_options INTERFACE LINKER:--wrap=memcpy,--wrap=memmove,--wrap=memset)
endif()

# codag_processes_text(TARGET): the target handles text and no bytes of columns. It is not optimised, and in a sanitized
# build it does without UndefinedBehaviorSanitizer, so that it compiles in half the time. Its large headers are compiled
# once for all such targets. The fuzz targets read text of strangers, so for them it is built like the others.
function(codag_processes_text target)
  if(CODAG_FUZZ)
    return()
  endif()
  codag_compiles_as_text(${target})
  target_precompile_headers(${target} REUSE_FROM codag_text_headers)
  target_link_libraries(${target} PUBLIC codag_json)
endfunction()
function(codag_compiles_as_text target)
  if(CODAG_FUZZ)
    return()
  endif()
  set_target_properties(${target} PROPERTIES CODAG_IS_TEXT ON)
  if(CODAG_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O0>)
  else()
    target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O0>)
  endif()
endfunction()

# codag_library(NAME SOURCES... LINK libraries...): the static library of one module.
function(codag_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE $<BUILD_INTERFACE:codag_options>)
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
endfunction()

# codag_join_cuda(VARIABLE NAME COUNT): replaces the list's CUDA files by COUNT that include them, for CODAG_JOIN_CUDA.
# nvcc reads a file's headers three times, so that kernels of their own files take four times as long. CMake's own
# unity build does so from 3.31 on only.
option(CODAG_JOIN_CUDA "compile CUDA files together, for code that is checked and not measured" OFF)
function(codag_join_cuda variable name count)
  if(NOT CODAG_JOIN_CUDA)
    return()
  endif()
  set(next 0)
  foreach(file ${${variable}})
    cmake_path(ABSOLUTE_PATH file)
    string(APPEND contents_${next} "#include \"${file}\"\n")
    math(EXPR next "(${next} + 1) % ${count}")
  endforeach()
  set(joined "")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    set(file ${CMAKE_CURRENT_BINARY_DIR}/joined/${name}_${i}.cu)
    file(CONFIGURE OUTPUT ${file} CONTENT "${contents_${i}}" @ONLY)
    list(APPEND joined ${file})
  endforeach()
  set(${variable} ${joined} PARENT_SCOPE)
endfunction()
