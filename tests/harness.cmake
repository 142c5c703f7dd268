codag_test(harness/support/nearest_name LINK codag_support)

codag_test(harness/measure/timing LINK codag_measure)
codag_test(harness/measure/verification LINK codag_measure)
codag_test(harness/measure/statistics/statistics LINK codag_measure)
codag_test(harness/measure/statistics/stopping_looks LINK codag_measure)
codag_test(harness/measure/power/energy_meter LINK codag_measure)
codag_test(harness/measure/power/nvml LINK codag_report)
add_library(fake_nvml MODULE harness/measure/power/fake_nvml.cpp)
target_compile_definitions(test_harness_measure_power_nvml PRIVATE FAKE_NVML_LIBRARY="$<TARGET_FILE:fake_nvml>")
add_dependencies(test_harness_measure_power_nvml fake_nvml)
if(CODAG_HAVE_CUDA)
  codag_test(harness/measure/power/nvml_on_gpu LINK codag_measure LABELS gpu)
  codag_test(harness/measure/verification_on_gpu LINK codag_measure LABELS gpu)
endif()
include(harness/measure/profile.cmake)

codag_test(harness/workloads/alu LINK codag_workloads codag_host)
codag_test(harness/workloads/encode_check LINK codag_workloads)
codag_test(harness/workloads/native_traffic LINK codag_workloads)
codag_test(harness/microbenchmark/microbenchmark LINK codag_screen)

codag_test(harness/config/read_config LINK codag_plan)
codag_test(harness/config/edge_cases LINK codag_plan)
codag_test(harness/config/parameters LINK codag_plan)
codag_test(harness/config/schema LINK codag_plan)

codag_test(harness/plan/plan LINK codag_plan)
codag_test(harness/plan/case_names LINK codag_plan)

codag_test(harness/claims/judge LINK codag_claims)

codag_test(harness/report/report LINK codag_report)
codag_test(harness/report/report_contents LINK codag_report)
codag_test(harness/report/pc_sampling_recording LINK codag_report)
codag_test(harness/report/case_result LINK codag_report)
codag_test(harness/report/relations LINK codag_report)
codag_test(harness/report/upgrade LINK codag_report)
codag_test(harness/report/profile_json LINK codag_report)
codag_test(harness/report/provenance LINK codag_report)

codag_test(harness/run/profile_pass LINK codag_run)

codag_test(harness/screen/column_table LINK codag_screen)
codag_test(harness/screen/profiles LINK codag_screen)
codag_test(harness/screen/progress LINK codag_screen)
codag_test(harness/screen/show LINK codag_screen)
codag_test(harness/screen/table LINK codag_screen)

# The whole program, command by command, on the host backend.
if(NOT CODAG_HAVE_HOST)
  return()
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(file run_command bad_input resume reuse schemas screen paper_configs)
  add_test(NAME harness/cli/${file} COMMAND ${Python3_EXECUTABLE} -B -W error
    ${CMAKE_CURRENT_SOURCE_DIR}/harness/cli/${file}.py)
  set_tests_properties(harness/cli/${file} PROPERTIES
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
endforeach()
