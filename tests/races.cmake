# The tests of a build with CODAG_RACES: kernels under the race detector (docs/interpreter.md).
add_custom_target(race_tests)
function(codag_race_test path)
  codag_test(${path} ${ARGN})
  string(REPLACE "/" "_" name "test_${path}")
  add_dependencies(race_tests ${name})
endfunction()

codag_race_test(codag
  FILES lz block_output lz_blocks simt/groups simt/overlapping_kernels simt/races simt/races_in_global_memory simt/waiting_blocks stream/copy_bytes stream/lanes_output_stream stream/prefetch_races stream/prefetched_input stream/shared_window
  LINK codag_host)
codag_race_test(kernels IN codag
  FILES codec/deflate/races codec/gompresso/copy_by_lane codec/gompresso/races codec/lanes codec/walkers codec/find_symbols encode/gompresso encode/races extend/a_lanes_decoder query/races schedule/listed_windows schedule/races schedule/warps_per_chunk
    tile/races
  LINK codag_kernels codag_host ZLIB::ZLIB)
