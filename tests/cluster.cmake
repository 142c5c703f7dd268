# Slurm and ReFrame, where they are installed (docs/cluster.md). Each test starts a cluster of its own; the two would
# not disturb each other, but the second waits, so that neither is short of cores.
if(NOT CODAG_HAVE_HOST)
  return()
endif()
foreach(what jobs reframe)
  add_test(NAME cluster/${what} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/cluster/slurm.py ${what})
  set_tests_properties(cluster/${what} PROPERTIES SKIP_RETURN_CODE 77 RESOURCE_LOCK slurm TIMEOUT 300
    ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_CACHE=${CMAKE_CURRENT_BINARY_DIR}/gate_cache;CODAG_VENVS=${CMAKE_CURRENT_BINARY_DIR}/venvs")
endforeach()
# The ReFrame suite without a scheduler, by the real ReFrame.
add_test(NAME cluster/reframe_suite COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/cluster/reframe_suite.py)
set_tests_properties(cluster/reframe_suite PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300
  ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR};CODAG_CACHE=${CMAKE_CURRENT_BINARY_DIR}/gate_cache;CODAG_VENVS=${CMAKE_CURRENT_BINARY_DIR}/venvs")
# What scripts/cluster/submit gives to sbatch.
add_test(NAME cluster/submit COMMAND ${Python3_EXECUTABLE} -B -W error ${CMAKE_CURRENT_SOURCE_DIR}/cluster/submit.py)
set_tests_properties(cluster/submit PROPERTIES ENVIRONMENT "CODAG_BINARY=$<TARGET_FILE:codag_cli>;CODAG_SOURCE=${PROJECT_SOURCE_DIR}")
