# Kernels, codecs and encoders of someone else's, added to the program without touching the harness.
if(NOT CODAG_HAVE_HOST)
  return()  # its rows run on the host backend, too
endif()
add_executable(codag_extended extend/main.cpp extend/frame.cpp
  $<IF:$<BOOL:${CODAG_HAVE_CUDA}>,extend/cuda_rows.cu,extend/no_cuda_rows.cpp>)
target_link_libraries(codag_extended PRIVATE codag_cli_room codag_options)
set(extended_environment "CODAG_BINARY=$<TARGET_FILE:codag_extended>;CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME extend/on_the_host COMMAND ${Python3_EXECUTABLE} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/extend/check.py)
set_tests_properties(extend/on_the_host PROPERTIES ENVIRONMENT "${extended_environment}")
if(CODAG_HAVE_CUDA)
  add_dependencies(gpu_tests codag_extended)
  add_test(NAME extend/on_a_gpu COMMAND ${Python3_EXECUTABLE} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/extend/check.py gpu)
  set_tests_properties(extend/on_a_gpu PROPERTIES ENVIRONMENT "${extended_environment}" LABELS "gpu;program" SKIP_RETURN_CODE 77)
endif()
