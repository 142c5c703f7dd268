# The pairs of codec and schedule. The names are those of decode_kernels.hpp: the variant's, with _ for /. scripts/kernels_of
# reads the first two lists.
set(decode_schedules
  warp_per_chunk_all_threads_shared warp_per_chunk_all_threads_registers warp_per_chunk_single_thread_shared warp_per_chunk_single_thread_registers
  warp_per_chunk_prefetch block_per_chunk block_per_chunk_no_prefetch)
set(decode_pairs "")
foreach(codec rle_v1 rle_v2 deflate vle)
  foreach(schedule ${decode_schedules})
    list(APPEND decode_pairs "${codec}/${schedule}")
  endforeach()
endforeach()
# Lanes parse different symbols: in one kernel, or in several.
list(APPEND decode_pairs rle_v1/warp_per_chunk_lanes_shared rle_v2/warp_per_chunk_lanes_shared deflate/pipeline_lanes_shared vle/warp_per_chunk_lanes_shared)
# All threads with fewer lanes per chunk.
list(APPEND decode_pairs deflate/chunks_per_warp_all_threads_shared)
# Lanes of several warps per chunk, for formats whose symbols are found faster than decoded.
list(APPEND decode_pairs rle_v1/warps_per_chunk_lanes_shared rle_v2/warps_per_chunk_lanes_shared)
# Lanes take a sequence each, and a parameter says how they resolve its back-references.
list(APPEND decode_pairs gompresso_byte/warp_per_chunk_lanes_global gompresso_bit/warp_per_chunk_lanes_global)
# Lanes write sequences together, through a ring in shared memory; by one warp or two, or in two kernels.
list(APPEND decode_pairs gompresso_byte/warp_per_chunk_lanes_ring gompresso_byte/warps_per_chunk_lanes_ring gompresso_bit/warp_per_chunk_lanes_ring
  gompresso_bit/pipeline_lanes_ring)

set(CODAG_KERNELS "" CACHE STRING
  "the kernels to build: a regular expression for CODEC/SCHEDULE, CODEC/UNPACKING, CODEC/CASCADE, query/SCAN and CODEC/ENCODER, such as \"rle_v1/.*|deflate/block_per_chunk\"; empty: all")
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
