# fuzz_batches: decoders and encoders against the reference, many chunks per launch, on a GPU or under the interpreter
# (docs/fuzzing.md).
add_library(fuzz_batches_objects OBJECT fuzz/batches/batch.cpp fuzz/batches/chunk_source.cpp fuzz/batches/finding.cpp fuzz/batches/fuzz_batches.cpp
  fuzz/batches/main.cpp fuzz/batches/tested.cpp fuzz/batches/tested_decoders.cpp
  fuzz/batches/tested_encoders.cpp fuzz/chunk_bytes.cpp fuzz/deflate_code_lengths.cpp fuzz/deflate_distances.cpp fuzz/deflate_seeds.cpp fuzz/fresh_chunk.cpp
  $<IF:$<BOOL:${CODAG_HAVE_HOST}>,fuzz/batches/launch_on_host.cpp,fuzz/batches/no_host.cpp>
  $<IF:$<BOOL:${CODAG_HAVE_CUDA}>,fuzz/batches/launch_on_gpu.cu,fuzz/batches/no_gpu.cpp>)
set_target_properties(fuzz_batches_objects PROPERTIES CODAG_IS_TEST ON)
target_include_directories(fuzz_batches_objects PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(fuzz_batches_objects PRIVATE CODAG_TEST_DATA="${PROJECT_SOURCE_DIR}/../shared/data")
target_link_libraries(fuzz_batches_objects PUBLIC codag_codecs codag_kernels codag_options CLI11::CLI11 nlohmann_json::nlohmann_json ZLIB::ZLIB GTest::gtest
  $<$<BOOL:${CODAG_HAVE_CUDA}>:CUDA::cudart_static>)
add_executable(fuzz_batches)
target_link_libraries(fuzz_batches PRIVATE fuzz_batches_objects)
# The same program with variants that make mistakes.
add_executable(fuzz_batches_planted $<$<BOOL:${CODAG_HAVE_HOST}>:fuzz/batches/planted.cpp> $<$<BOOL:${CODAG_HAVE_CUDA}>:fuzz/batches/planted_on_gpu.cu>)
set_target_properties(fuzz_batches_planted PROPERTIES CODAG_IS_TEST ON)
target_include_directories(fuzz_batches_planted PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(fuzz_batches_planted PRIVATE fuzz_batches_objects)
set(fuzz_batches_programs "FUZZ_BATCHES=$<TARGET_FILE:fuzz_batches>;FUZZ_BATCHES_PLANTED=$<TARGET_FILE:fuzz_batches_planted>")
if(CODAG_HAVE_HOST)
  add_test(NAME fuzz/batches COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/batches/test.py)
  set_tests_properties(fuzz/batches PROPERTIES ENVIRONMENT "${fuzz_batches_programs}")
endif()
if(CODAG_HAVE_CUDA)
  add_dependencies(gpu_tests fuzz_batches fuzz_batches_planted)
  add_test(NAME fuzz/batches_on_gpu COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/batches/test_on_gpu.py)
  set_tests_properties(fuzz/batches_on_gpu PROPERTIES LABELS gpu SKIP_RETURN_CODE 77 ENVIRONMENT "${fuzz_batches_programs}")
endif()
