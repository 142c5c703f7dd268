# The tile kernels with another sink than store: tile decoders (CODEC_UNPACKING in tile_decoders.hpp) with the sinks of
# sink_kernels.hpp.
set(sink_tile_decoders gpu_for/offsets gpu_dfor/offsets gpu_rfor/shared none/global nsf/global nsv/global
  gpu_for/warp gpu_dfor/warp gpu_rfor/warp)
set(sinks summing counting selecting summing_filtered)
# Sections 4.2 and 4.3 of the paper time values that stay in registers and are added up.
set(only_summed gpu_for/global gpu_for/shared gpu_for/one_width gpu_simdbp128/shared gpu_bp/shared gpu_vbyte/global fastlanes/lanes)
list(APPEND sink_tile_decoders ${only_summed})
set(never_filtered nsf/global nsv/global)  # section 8 has the paper's formats and None
if(CODAG_HAVE_CUDA AND CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.5 AND "90" IN_LIST CMAKE_CUDA_ARCHITECTURES)
  message(STATUS "gpu_for/warp without the sink summing_filtered: ptxas of CUDA 12.4 crashes on it for sm_90")
  list(APPEND never_filtered gpu_for/warp)
endif()
if(CODAG_RACES)
  set(sink_tile_decoders "")  # what runs there are kernels that store, and the tests' own with sinks
elseif(CODAG_FUZZ)
  set(sink_tile_decoders gpu_for/offsets gpu_rfor/shared gpu_dfor/warp)  # all decoders are fuzzed with store
elseif(CODAG_LINT)
  set(sink_tile_decoders gpu_for/offsets)  # clang-tidy looks at templates, and one instance of each is enough
endif()
if(CODAG_KERNELS)
  list(FILTER sink_tile_decoders INCLUDE REGEX "^(${CODAG_KERNELS})$")
endif()
set(rows "")
foreach(pair ${sink_tile_decoders})
  string(REPLACE "/" ";" parts ${pair})
  list(GET parts 0 codec)
  string(REPLACE "/" "_" tiles ${pair})
  foreach(sink ${sinks})
    if((sink STREQUAL summing_filtered AND pair IN_LIST never_filtered) OR (NOT sink STREQUAL summing AND pair IN_LIST only_summed))
      continue()
    endif()
    list(APPEND rows "sink_row<${tiles}, ${sink}>(\"${codec}\")")
    codag_compile_launch(sink_${tiles}_${sink} sink "sink_launch<${tiles}, ${sink}>")
  endforeach()
endforeach()
codag_list_rows(sink column_kernel built_in_sink_kernels ${rows})
