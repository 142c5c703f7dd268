codag_test(harness/measure IN harness
  FILES measure/latency measure/statistics/coverage measure/statistics/sample_count
    measure/disturbance/cpu_watch measure/disturbance/gpu_neighbours measure/disturbance/gpu_watch measure/disturbance/takes
    measure/allowed_clock measure/gpu_state measure/own_processes measure/power/energy_meter measure/power/rapl measure/profile/hot_lines measure/profile/metric_collector
    measure/profile/metric_groups measure/profile/pc_sampler measure/profile/permission measure/statistics/drift measure/statistics/estimate measure/statistics/log_ratios
    measure/statistics/statistics measure/timing measure/transfer/pieces measure/transfer/transfer
    measure/verification measure/visible_devices peers/chunk_layout peers/peer_library
  LINK codag_measure codag_peers ZLIB::ZLIB)
add_library(fake_nvml MODULE harness/measure/power/fake_nvml.cpp)
target_compile_definitions(test_harness_measure PRIVATE FAKE_NVML_LIBRARY="$<TARGET_FILE:fake_nvml>")
add_dependencies(test_harness_measure fake_nvml)
if(CODAG_HAVE_CUDA)
  codag_test(harness/measure/on_gpu FILES gpu_probe gpu_workload nvml verification LINK codag_measure LABELS gpu)
  codag_test(harness/workloads/on_gpu FILES decode launches peer_transfer query transfer LINK codag_workloads LABELS gpu)
  include(gpu/slower_codag.cmake)
endif()
include(harness/measure/cupti.cmake)

# The modules of text, in two units, for which a compiler needs 1.5 GB each.
set(on_the_host "")
if(CODAG_HAVE_HOST)
  set(on_the_host cli/run_on_devices)
endif()
codag_test(harness/text IN harness TEXT UNIT 26
  FILES report/case_reader report/case_result report/earlier_names report/pc_sampling_recording report/profile_json report/provenance
    report/relations report/report report/report_contents report/report_file report/report_shape report/run_time report/upgrade report/output/destination report/output/durable_file
    report/output/run_lock measure/power/nvml microbenchmark/microbenchmark
    screen/column_table screen/copy_table screen/profiles screen/progress screen/query_table screen/show screen/table screen/text_table
    page/page_data page/page_source compare/comparison claims/judge
    config/edge_cases config/limits config/parameters config/read_config config/row_values config/schema
    plan/case_names plan/plan run/child_processes run/chosen_devices run/inputs run/profile_pass run/run_case
    support/control_groups support/display_width support/json_text support/memory_available support/nearest_name support/pattern support/printable support/shell_quote
    ${on_the_host}
  LINK codag_commands)
target_compile_definitions(test_harness_text PRIVATE
  FAKE_NVML_LIBRARY="$<TARGET_FILE:fake_nvml>" CODAG_BINARY="$<TARGET_FILE:codag_cli>")
add_dependencies(test_harness_text fake_nvml codag_cli)

# What is made of the table of a report's keys: the schema, and lists of docs/report.md. Without --check it writes them.
add_executable(report_keys harness/report/keys/page.cpp harness/report/keys/report_keys.cpp harness/report/keys/schema.cpp)
set_target_properties(report_keys PROPERTIES CODAG_IS_TEST ON)
codag_processes_text(report_keys)
target_link_libraries(report_keys PRIVATE codag_options codag_report)
target_compile_definitions(report_keys PRIVATE CODAG_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
add_test(NAME harness/report_keys COMMAND report_keys --check)

codag_test(harness/code FILES machine_code LINK codag_code)
codag_test(harness/ab TEXT FILES case_server compare_programs start_program LINK codag_ab)

# The whole program on several GPUs, or on the one that there is.
if(CODAG_HAVE_CUDA)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  add_dependencies(gpu_tests codag_cli)
  add_test(NAME harness/cli/devices_on_gpu COMMAND ${Python3_EXECUTABLE} -B -W error
    ${CMAKE_CURRENT_SOURCE_DIR}/harness/cli/devices_on_gpu.py)
  set_tests_properties(harness/cli/devices_on_gpu PROPERTIES LABELS "gpu;program" SKIP_RETURN_CODE 77
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_KERNELS=${CODAG_KERNELS}")
endif()

# Faults that are planted, on a GPU.
if(CODAG_HAVE_CUDA)
  add_test(NAME gpu/neighbour COMMAND ${Python3_EXECUTABLE} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/gpu/neighbour.py --filter HRG/)
  set_tests_properties(gpu/neighbour PROPERTIES LABELS "gpu;program" SKIP_RETURN_CODE 77 RUN_SERIAL ON
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};NVCC=${CMAKE_CUDA_COMPILER}")
  add_test(NAME gpu/planted_race COMMAND ${Python3_EXECUTABLE} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/gpu/planted_race.py)
  set_tests_properties(gpu/planted_race PROPERTIES LABELS "gpu;program" SKIP_RETURN_CODE 77
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};NVCC=${CMAKE_CUDA_COMPILER}")
endif()

# The whole program, command by command, on the host backend.
if(NOT CODAG_HAVE_HOST)
  return()
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(file ab run_command changed_files devices disturbed earlier_names file real_copies write_column encoders tiles queries gompresso compare export page page_in_browser peers resume reuse schemas screen tables paper_configs zoo)
  add_test(NAME harness/cli/${file} COMMAND ${Python3_EXECUTABLE} -B -W error
    ${CMAKE_CURRENT_SOURCE_DIR}/harness/cli/${file}.py)
  set_tests_properties(harness/cli/${file} PROPERTIES
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_KERNELS=${CODAG_KERNELS}")
endforeach()
add_test(NAME harness/cli/drawn_runs COMMAND ${drawing_python} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/harness/cli/drawn_runs.py)
set_tests_properties(harness/cli/drawn_runs PROPERTIES ENVIRONMENT
  "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_KERNELS=${CODAG_KERNELS}")
set_tests_properties(harness/cli/page_in_browser harness/cli/tables harness/cli/drawn_runs PROPERTIES SKIP_RETURN_CODE 77)

# The links of the documents, and the commands in them and in every --help.
add_test(NAME documents/links COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/documents/links.py)
add_test(NAME documents/evidence COMMAND python3 -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/documents/evidence.py)
set_tests_properties(documents/links documents/evidence PROPERTIES ENVIRONMENT "CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
add_test(NAME documents/examples COMMAND ${drawing_python} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/documents/examples.py)
set_tests_properties(documents/examples PROPERTIES ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR}")

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
