# Fuzz targets (docs/fuzzing.md), in two programs: one for the decoders and encoders, one for the readers of files. With
# CODAG_FUZZ, clang builds them with libFuzzer. Without it, they are programs that try a target's seeds, run as tests.
# scripts/fuzz reads these two lines.
set(fuzz_decoders chunk_table decode_deflate decode_fastlanes decode_gompresso_bit decode_gompresso_byte decode_gpu_bp decode_gpu_dfor decode_gpu_for decode_gpu_rfor decode_gpu_simdbp128 decode_gpu_star decode_gpu_vbyte decode_none decode_nsf decode_nsv decode_planner decode_rle decode_rle_v1 decode_rle_v2 decode_vle deflate_code_lengths deflate_distances encode_vle)
set(fuzz_files load_csv load_members load_npy load_raw read_cache read_config read_report unpack_gzip)

add_executable(fuzz_decoders fuzz/chunk_table.cpp fuzz/decode_codecs.cpp fuzz/decode_deflate.cpp fuzz/deflate_code_lengths.cpp fuzz/deflate_distances.cpp fuzz/deflate_seeds.cpp fuzz/encode_vle.cpp
  fuzz/decoders.cpp fuzz/chunk_bytes.cpp fuzz/fail.cpp fuzz/target.cpp)
target_link_libraries(fuzz_decoders PRIVATE codag_baselines codag_codecs codag_kernels codag_libdeflate codag_options GTest::gtest nlohmann_json::nlohmann_json ZLIB::ZLIB)
add_executable(fuzz_files fuzz/load_csv.cpp fuzz/load_members.cpp fuzz/load_npy.cpp fuzz/load_raw.cpp fuzz/read_cache.cpp fuzz/read_config.cpp fuzz/read_report.cpp fuzz/unpack_gzip.cpp
  fuzz/json_edits.cpp fuzz/member_bytes.cpp fuzz/strangers_file.cpp fuzz/fail.cpp fuzz/target.cpp)
target_link_libraries(fuzz_files PRIVATE codag_datasets codag_plan codag_page codag_screen codag_export codag_options nlohmann_json::nlohmann_json ZLIB::ZLIB)

add_custom_target(fuzz_targets)
foreach(program fuzz_decoders fuzz_files)
  set_target_properties(${program} PROPERTIES CODAG_IS_TEST ON)
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${program} PRIVATE CODAG_SOURCE_DIR="${PROJECT_SOURCE_DIR}" CODAG_TEST_DATA="${PROJECT_SOURCE_DIR}/../shared/data")
  if(CODAG_FUZZ)
    target_sources(${program} PRIVATE fuzz/libfuzzer.cpp)
    target_link_options(${program} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(${program} PRIVATE fuzz/replay.cpp)
    foreach(target ${${program}})
      add_test(NAME "fuzz/${target}: seeds" COMMAND ${program} ${target})
    endforeach()
  endif()
  add_dependencies(fuzz_targets ${program})
endforeach()
