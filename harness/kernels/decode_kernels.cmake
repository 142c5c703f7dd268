# The pairs of codec and schedule. The names are those of decode_kernels.hpp.
set(decode_schedules
  warp_all_threads_shared warp_all_threads_registers warp_single_thread_shared warp_single_thread_registers
  warp_prefetch block block_no_prefetch)
set(decode_pairs "")
foreach(codec rle_v1 rle_v2 deflate vle)
  foreach(schedule ${decode_schedules})
    list(APPEND decode_pairs "${codec}/${schedule}")
  endforeach()
endforeach()
# Lanes parse different symbols: in one kernel, or in several.
list(APPEND decode_pairs rle_v1/warp_lanes rle_v2/warp_lanes deflate/pipeline_lanes vle/warp_lanes)
# All threads with fewer lanes per chunk.
list(APPEND decode_pairs deflate/warp_parts)
# Lanes of several warps per chunk, for formats whose symbols are found faster than decoded.
list(APPEND decode_pairs rle_v1/warps_lanes rle_v2/warps_lanes)
# Lanes take a sequence each, and a parameter says how they resolve its back-references.
list(APPEND decode_pairs gompresso_byte/warp_resolving_lanes gompresso_bit/warp_resolving_lanes)
# Lanes write sequences together, through a ring in shared memory; by one warp or two, or in two kernels.
list(APPEND decode_pairs gompresso_byte/warp_ring_lanes gompresso_byte/warps_ring_lanes gompresso_bit/warp_ring_lanes
  gompresso_bit/pipeline_ring_lanes)

set(CODAG_KERNELS "" CACHE STRING
  "the kernels to build: a regular expression for CODEC/SCHEDULE, CODEC/UNPACKING, CODEC/CASCADE, query/SCAN and CODEC/ENCODER, such as \"rle_v1/.*|deflate/block\"; empty: all")
if(CODAG_KERNELS)
  list(FILTER decode_pairs INCLUDE REGEX "^(${CODAG_KERNELS})$")
endif()

set(rows "")
foreach(pair ${decode_pairs})
  string(REPLACE "/" ";" parts ${pair})
  list(GET parts 0 codec)
  list(GET parts 1 schedule)
  list(APPEND rows "row_of<${codec}_codec, ${schedule}>()")
  codag_compile_launch(${codec}_${schedule} decode "decode_launch<${codec}_codec, ${schedule}>")
endforeach()
codag_list_rows(decode column_kernel built_in_column_kernels ${rows})
