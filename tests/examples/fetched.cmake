# Configures examples/own_codec as a project that fetches the checkout SOURCE, and compiles its files. That all its libraries
# exist is checked when it is configured; they are not built, because they are the whole of codag.
# cmake -DSOURCE=... -DWORK=... -P fetched.cmake
file(REMOVE_RECURSE ${WORK})
foreach(step "-G;Ninja;-S;${SOURCE}/examples/own_codec;-B;${WORK};-DFETCHCONTENT_SOURCE_DIR_CODAG=${SOURCE};-DCODAG_CUDA=OFF;-DCMAKE_BUILD_TYPE=Debug"
    "--build;${WORK};--target;CMakeFiles/own_codec.dir/main.cpp.o;CMakeFiles/own_codec.dir/frame.cpp.o")
  execute_process(COMMAND ${CMAKE_COMMAND} ${step} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "cmake ${step}\n${output}")
  endif()
endforeach()
