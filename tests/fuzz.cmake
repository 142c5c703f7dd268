# Fuzz targets (docs/fuzzing.md). With CODAG_FUZZ, clang builds them with libFuzzer. Without it, they
# are programs that try their seeds, run as tests.
set(fuzz_targets chunk_table decode_deflate decode_rle_v1 decode_rle_v2 deflate_code_lengths deflate_distances)

add_library(fuzz_decoders STATIC fuzz/decoders.cpp fuzz/chunk_bytes.cpp)
target_link_libraries(fuzz_decoders PUBLIC codag_codecs ZLIB::ZLIB PRIVATE codag_kernels codag_options nlohmann_json::nlohmann_json)
target_include_directories(fuzz_decoders PUBLIC ${PROJECT_SOURCE_DIR})
target_compile_definitions(fuzz_decoders PRIVATE CODAG_TEST_DATA="${PROJECT_SOURCE_DIR}/../shared/data")

add_custom_target(fuzz_targets)
foreach(target ${fuzz_targets})
  if(CODAG_FUZZ)
    add_executable(fuzz_${target} fuzz/${target}.cpp fuzz/libfuzzer.cpp)
    target_link_options(fuzz_${target} PRIVATE -fsanitize=fuzzer)
  else()
    add_executable(fuzz_${target} fuzz/${target}.cpp fuzz/replay.cpp)
    add_test(NAME "fuzz/${target}: seeds" COMMAND fuzz_${target})
  endif()
  target_link_libraries(fuzz_${target} PRIVATE fuzz_decoders codag_options)
  add_dependencies(fuzz_targets fuzz_${target})
endforeach()
