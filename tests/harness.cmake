codag_test(harness/support TEXT FILES display_width memory_available nearest_name pattern printable shell_quote LINK codag_support)

codag_test(harness/measure
  FILES gpu_state power/energy_meter power/rapl statistics/drift statistics/estimate statistics/statistics statistics/stopping_looks timing transfer/pieces transfer/transfer verification visible_devices LINK codag_measure)
codag_test(harness/measure/power/nvml LINK codag_report)
add_library(fake_nvml MODULE harness/measure/power/fake_nvml.cpp)
target_compile_definitions(test_harness_measure_power_nvml PRIVATE FAKE_NVML_LIBRARY="$<TARGET_FILE:fake_nvml>")
add_dependencies(test_harness_measure_power_nvml fake_nvml)
if(CODAG_HAVE_CUDA)
  codag_test(harness/measure/on_gpu FILES gpu_workload nvml verification LINK codag_measure LABELS gpu)
  codag_test(harness/workloads/on_gpu FILES decode query transfer LINK codag_workloads LABELS gpu)
endif()
include(harness/measure/profile.cmake)

codag_test(harness/workloads FILES alu encode_check native_traffic LINK codag_workloads codag_host)
codag_test(harness/microbenchmark/microbenchmark LINK codag_screen)

codag_test(harness/config TEXT FILES edge_cases limits parameters read_config row_values schema LINK codag_plan)

codag_test(harness/plan TEXT FILES case_names plan LINK codag_plan)

codag_test(harness/peers FILES chunk_layout peer_library LINK codag_peers ZLIB::ZLIB)

codag_test(harness/claims/judge TEXT LINK codag_claims)

codag_test(harness/compare/comparison TEXT LINK codag_compare)

codag_test(harness/report/output TEXT FILES durable_file run_lock LINK codag_report)
codag_test(harness/report TEXT FILES case_reader case_result pc_sampling_recording profile_json provenance relations report report_contents report_shape upgrade LINK codag_report)

codag_test(harness/run TEXT FILES child_processes chosen_devices inputs profile_pass LINK codag_run)

codag_test(harness/screen TEXT FILES column_table copy_table profiles progress query_table show table text_table LINK codag_screen)

codag_test(harness/page TEXT FILES page_data page_source LINK codag_page)

# The whole program on several GPUs, or on the one that there is.
if(CODAG_HAVE_CUDA)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  add_dependencies(gpu_tests codag_cli)
  add_test(NAME harness/cli/devices_on_gpu COMMAND ${Python3_EXECUTABLE} -B -W error
    ${CMAKE_CURRENT_SOURCE_DIR}/harness/cli/devices_on_gpu.py)
  set_tests_properties(harness/cli/devices_on_gpu PROPERTIES LABELS "gpu;program" SKIP_RETURN_CODE 77
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_KERNELS=${CODAG_KERNELS}")
endif()

# The whole program, command by command, on the host backend.
if(NOT CODAG_HAVE_HOST)
  return()
endif()
codag_test(harness/cli/run_on_devices LINK codag_cli_room codag_host)
target_compile_definitions(test_harness_cli_run_on_devices PRIVATE CODAG_BINARY="$<TARGET_FILE:codag_cli>")
add_dependencies(test_harness_cli_run_on_devices codag_cli)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(file run_command devices file real_copies encoders tiles queries gompresso compare export page page_in_browser peers resume reuse schemas screen tables paper_configs)
  add_test(NAME harness/cli/${file} COMMAND ${Python3_EXECUTABLE} -B -W error
    ${CMAKE_CURRENT_SOURCE_DIR}/harness/cli/${file}.py)
  set_tests_properties(harness/cli/${file} PROPERTIES
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_KERNELS=${CODAG_KERNELS}")
endforeach()
add_test(NAME harness/cli/drawn_runs COMMAND ${drawing_python} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/harness/cli/drawn_runs.py)
set_tests_properties(harness/cli/drawn_runs PROPERTIES ENVIRONMENT
  "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_KERNELS=${CODAG_KERNELS}")
set_tests_properties(harness/cli/page_in_browser harness/cli/tables harness/cli/drawn_runs PROPERTIES SKIP_RETURN_CODE 77)

# The gate on counts, of all variants.
if(NOT CODAG_KERNELS)
  add_test(NAME gate_counts COMMAND ${PROJECT_SOURCE_DIR}/scripts/gate-counts $<TARGET_FILE:codag_cli>)
  set_tests_properties(gate_counts PROPERTIES ENVIRONMENT
    "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_CACHE=${CMAKE_CURRENT_BINARY_DIR}/gate_cache")
endif()

# Attacks on the whole program: bad input, damaged files, outputs that are already there, runs that end early.
foreach(file bad_input cache damaged_files kills output)
  add_test(NAME hostile/${file} COMMAND ${Python3_EXECUTABLE} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/hostile/${file}.py)
  set_tests_properties(hostile/${file} PROPERTIES
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
endforeach()
