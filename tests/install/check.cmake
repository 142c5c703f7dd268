# Installs codag from BUILD into a folder of its own, and builds the project SOURCE with it: with the host
# backend, if codag was built with it, and without Boost. CXX_FLAGS: the flags that a sanitized build asks of its users.
# cmake -DBUILD=... -DSOURCE=... -DWORK=... -DHAVE_HOST=ON|OFF -DCXX_FLAGS=... -P check.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
# Moved: nothing in it may name the folder that it was installed in.
file(RENAME ${WORK}/installed ${WORK}/prefix)
set(configure ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -DCMAKE_PREFIX_PATH=${WORK}/prefix
  -Dcodag_INCLUDE_DIR=${WORK}/prefix/include "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")

if(HAVE_HOST)
  run(${configure} -B ${WORK}/with_host)
  run(${CMAKE_COMMAND} --build ${WORK}/with_host --target round_trip)
  run(${WORK}/with_host/round_trip)
endif()

# From a folder without configs, the program finds the installed ones.
execute_process(COMMAND ${WORK}/prefix/bin/codag run configs/quick.json --dry-run WORKING_DIRECTORY ${WORK}
  RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(failed OR NOT output MATCHES "24 cases|27 cases")
  message(FATAL_ERROR "codag run configs/quick.json, installed:\n${output}")
endif()

set(no_boost -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON)
run(${configure} -B ${WORK}/without_host -DWITH_HOST=OFF ${no_boost})
run(${CMAKE_COMMAND} --build ${WORK}/without_host)
run(ninja -C ${WORK}/without_host -t deps)
if(NOT output MATCHES "codag/simt/simt.hpp")
  message(FATAL_ERROR "the device framework's headers were not compiled:\n${output}")
endif()
if(output MATCHES "[^\n]*/boost/[^\n]*")
  message(FATAL_ERROR "a header of codag::codag includes Boost: ${CMAKE_MATCH_0}")
endif()
execute_process(COMMAND ${configure} -B ${WORK}/host_without_boost -DWITH_HOST=ON ${no_boost}
  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE output)
if(NOT failed OR NOT output MATCHES "codag::host needs Boost")
  message(FATAL_ERROR "codag::host without Boost.Context: expected one clear error, found\n${output}")
endif()
