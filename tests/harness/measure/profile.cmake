codag_test(harness/measure/profile FILES hot_lines metric_collector metric_groups pc_sampler permission LINK codag_measure)

# CUPTI itself. What needs no GPU is run on any machine that has CUPTI.
if(CODAG_HAVE_CUPTI)
  list(GET CMAKE_CUDA_ARCHITECTURES 0 architecture)
  set(toy ${CMAKE_CURRENT_BINARY_DIR}/toy_kernels.cu)
  set(cubin ${CMAKE_CURRENT_BINARY_DIR}/toy_kernels.cubin)
  file(CONFIGURE OUTPUT ${toy} CONTENT "#include \"tests/harness/measure/profile/toy_kernels.cuh\"\n")
  add_custom_command(OUTPUT ${cubin} DEPENDS ${toy} ${CMAKE_CURRENT_SOURCE_DIR}/harness/measure/profile/toy_kernels.cuh
    COMMAND ${CMAKE_CUDA_COMPILER} -cubin -lineinfo -arch=sm_${architecture} -I${PROJECT_SOURCE_DIR} ${toy} -o ${cubin})
  add_custom_target(toy_cubin DEPENDS ${cubin})
  codag_test(harness/measure/profile/metric_catalogue LINK codag_measure)
  codag_test(harness/measure/profile/source_lines LINK codag_measure)
  add_dependencies(test_harness_measure_profile_source_lines toy_cubin)
  target_compile_definitions(test_harness_measure_profile_source_lines PRIVATE CODAG_TOY_CUBIN="${cubin}")
  codag_test(harness/measure/profile/toy_kernels_on_gpu LINK codag_measure LABELS gpu)
endif()
