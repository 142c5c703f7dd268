# The tests of a build with CODAG_RACES: kernels under the race detector (docs/interpreter.md).
add_custom_target(race_tests)
function(codag_race_test path)
  codag_test(${path} ${ARGN})
  string(REPLACE "/" "_" name "test_${path}")
  add_dependencies(race_tests ${name})
endfunction()

codag_race_test(codag/simt FILES groups races waiting_blocks LINK codag_host)
codag_race_test(codag/codec/lanes LINK codag_host)
codag_race_test(codag/lz LINK codag_host)
codag_race_test(codag/schedule/races LINK codag_kernels)
codag_race_test(codag/stream FILES lanes_output_stream shared_window LINK codag_host)
codag_race_test(codag/extend/a_lanes_decoder LINK codag_codecs codag_host)
