# Kernels, codecs and encoders of someone else's, added to the program without touching the harness: examples/own_codec.
if(NOT CODAG_HAVE_HOST)
  return()  # its rows run on the host backend, too
endif()
set(WITH_CUDA ${CODAG_HAVE_CUDA})
add_subdirectory(${PROJECT_SOURCE_DIR}/examples/own_codec own_codec)
target_link_libraries(own_codec PRIVATE codag_options)
set(extended_environment "CODAG_BINARY=$<TARGET_FILE:own_codec>;CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME examples/own_codec COMMAND ${Python3_EXECUTABLE} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/examples/own_codec.py)
set_tests_properties(examples/own_codec PROPERTIES ENVIRONMENT "${extended_environment}")
add_test(NAME examples/own_codec_fetched COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
  -DWORK=${CMAKE_CURRENT_BINARY_DIR}/examples/own_codec_fetched -P ${CMAKE_CURRENT_SOURCE_DIR}/examples/fetched.cmake)
if(CODAG_HAVE_CUDA)
  add_dependencies(gpu_tests own_codec)
  add_test(NAME examples/own_codec_on_a_gpu COMMAND ${Python3_EXECUTABLE} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/examples/own_codec.py gpu)
  set_tests_properties(examples/own_codec_on_a_gpu PROPERTIES ENVIRONMENT "${extended_environment}" LABELS "gpu;program" SKIP_RETURN_CODE 77)
endif()
