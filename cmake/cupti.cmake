# codag_cupti: the CUDA toolkit's CUPTI, for profiling. It is an empty target if there is no CUPTI. Stalls are sampled
# with any version; metrics need the range profiler, which version 12.6 and later have.
set(CODAG_HAVE_CUPTI OFF)
set(CODAG_HAVE_RANGE_PROFILER OFF)
add_library(codag_cupti INTERFACE)
if(NOT CODAG_HAVE_CUDA)
  return()
endif()
find_path(CUPTI_INCLUDE_DIR cupti_pcsampling.h
  HINTS ${CUDAToolkit_INCLUDE_DIRS} ${CUDAToolkit_LIBRARY_ROOT}/extras/CUPTI/include)
foreach(library cupti nvperf_host nvperf_target)
  find_library(CUPTI_${library}_LIBRARY ${library}
    HINTS ${CUDAToolkit_LIBRARY_DIR} ${CUDAToolkit_LIBRARY_ROOT}/extras/CUPTI/lib64)
endforeach()
if(CUPTI_INCLUDE_DIR AND CUPTI_cupti_LIBRARY AND CUPTI_nvperf_host_LIBRARY AND CUPTI_nvperf_target_LIBRARY)
  set(CODAG_HAVE_CUPTI ON)
  target_compile_definitions(codag_cupti INTERFACE CODAG_HAVE_CUPTI)
  if(EXISTS ${CUPTI_INCLUDE_DIR}/cupti_range_profiler.h)
    set(CODAG_HAVE_RANGE_PROFILER ON)
    target_compile_definitions(codag_cupti INTERFACE CODAG_HAVE_RANGE_PROFILER)
  else()
    message(STATUS "CUPTI: without the range profiler, so built without metrics (CUDA 12.6 or later has it)")
  endif()
  target_include_directories(codag_cupti SYSTEM INTERFACE ${CUPTI_INCLUDE_DIR} ${CUDAToolkit_INCLUDE_DIRS})
  target_link_libraries(codag_cupti INTERFACE
    ${CUPTI_cupti_LIBRARY} ${CUPTI_nvperf_host_LIBRARY} ${CUPTI_nvperf_target_LIBRARY} CUDA::cudart_static)
  # CUPTI opens the nvperf libraries by name when it is first used, and it ignores the program's run path. They are
  # linked, although no function of them is called, so that they are already loaded by then.
  target_link_options(codag_cupti INTERFACE LINKER:--no-as-needed)
else()
  message(STATUS "CUPTI: not found; built without profiling (install the CUDA toolkit with its CUPTI)")
endif()
