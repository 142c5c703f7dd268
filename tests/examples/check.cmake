# Builds the example EXAMPLE twice, with codag installed from BUILD and with the checkout SOURCE in the example's own
# build, and runs it on the host backend. CXX_FLAGS: the flags that a sanitized build asks of its users.
# CUDA_COMPILER: nvcc, if a toolkit was found. ARCHITECTURE: one that it compiles for.
# cmake -DEXAMPLE=own_kernel|plug_in -DBUILD=... -DSOURCE=... -DWORK=... -DHAVE_HOST=ON|OFF -DCXX_FLAGS=... -DCUDA_COMPILER=... -DARCHITECTURE=... -P check.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
endfunction()

# The query checks its own sum.
function(run_own_kernel folder)
  if(HAVE_HOST)
    run(${folder}/sum_where)
  endif()
endfunction()

# Every case of the plug-in is ok in the installed program's report.
function(run_plug_in folder)
  if(NOT HAVE_HOST)
    return()
  endif()
  set(ENV{CODAG_CACHE} ${WORK}/cache)
  run(${WORK}/prefix/bin/codag run ${CMAKE_CURRENT_LIST_DIR}/peer.json --filter example_zlib
    --peer ${folder}/libzlib_peer.so --output ${folder}/report.json)
  file(READ ${folder}/report.json report)
  string(JSON cases LENGTH "${report}" codag cases)
  math(EXPR last "${cases} - 1")
  set(statuses "")
  foreach(i RANGE ${last})
    string(JSON name GET "${report}" codag cases ${i} name)
    string(JSON status GET "${report}" codag cases ${i} status)
    if(name MATCHES "example_zlib")
      list(APPEND statuses "${status}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES statuses)
  if(NOT statuses STREQUAL "ok")
    message(FATAL_ERROR "${folder}: expected cases of the plug-in that are ok, found \"${statuses}\"")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
set(configure ${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/examples/${EXAMPLE})

run(${configure} -B ${WORK}/installed -DCMAKE_PREFIX_PATH=${WORK}/prefix -DWITH_HOST=${HAVE_HOST} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
file(STRINGS ${WORK}/installed/CMakeCache.txt found REGEX "^codag_DIR:PATH=${WORK}/prefix/")
if(NOT found)
  message(FATAL_ERROR "${EXAMPLE} did not find the codag that is installed in ${WORK}/prefix")
endif()
run(${CMAKE_COMMAND} --build ${WORK}/installed)
cmake_language(CALL run_${EXAMPLE} ${WORK}/installed)

if(HAVE_HOST)
  run(${configure} -B ${WORK}/fetched -DFETCHCONTENT_SOURCE_DIR_CODAG=${SOURCE} -DCODAG_CUDA=OFF -DCMAKE_BUILD_TYPE=Debug
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0)
  run(${CMAKE_COMMAND} --build ${WORK}/fetched)
  if(EXISTS ${WORK}/fetched/_deps/codag-build/bin/codag)
    message(FATAL_ERROR "${EXAMPLE} built the whole of codag")
  endif()
  cmake_language(CALL run_${EXAMPLE} ${WORK}/fetched)
endif()

if(CUDA_COMPILER)
  run(${configure} -B ${WORK}/with_cuda -DCMAKE_PREFIX_PATH=${WORK}/prefix -DWITH_HOST=OFF -DWITH_CUDA=ON
    -DCMAKE_CUDA_COMPILER=${CUDA_COMPILER} -DCMAKE_CUDA_ARCHITECTURES=${ARCHITECTURE})
  run(${CMAKE_COMMAND} --build ${WORK}/with_cuda)
endif()
