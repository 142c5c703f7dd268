# The tile decoders: CODEC/UNPACKING, where tile_decoders.hpp has a struct CODEC_UNPACKING. Each is compiled in its own
# generated file per backend.
set(tile_decoders gpu_for/offsets gpu_for/one_width gpu_for/shared gpu_for/global gpu_dfor/offsets gpu_rfor/shared gpu_for/warp gpu_dfor/warp gpu_rfor/warp
  none/global nsf/global nsv/global rle/global gpu_bp/global gpu_vbyte/global gpu_simdbp128/shared gpu_star/shared fastlanes/lanes)
if(CODAG_KERNELS)
  list(FILTER tile_decoders INCLUDE REGEX "^(${CODAG_KERNELS})$")
endif()
set(rows "")
foreach(pair ${tile_decoders})
  string(REPLACE "/" ";" parts ${pair})
  list(GET parts 0 codec)
  string(REPLACE "/" "_" tiles ${pair})
  string(APPEND rows "      storing_row<${tiles}>(\"${codec}\"),\n")
  file(CONFIGURE OUTPUT ${generated}/host_tiles_${tiles}.cpp @ONLY CONTENT
"#include \"harness/kernels/tile_host_functions.hpp\"
namespace codag::harness {
template host_function<device_column> tiles_on_host<${tiles}>();
}
")
  file(CONFIGURE OUTPUT ${generated}/cuda_tiles_${tiles}.cu @ONLY CONTENT
"#include \"harness/kernels/tile_cuda_functions.cuh\"
namespace codag::harness {
template cuda_functions<device_column> tiles_on_cuda<${tiles}>();
}
")
  list(APPEND host_kernel_sources ${generated}/host_tiles_${tiles}.cpp)
  list(APPEND cuda_kernel_sources ${generated}/cuda_tiles_${tiles}.cu)
endforeach()
file(CONFIGURE OUTPUT ${generated}/built_in_tile_kernels.cpp @ONLY CONTENT
"#include \"harness/kernels/tile_kernels.hpp\"
namespace codag::harness {
std::vector<column_kernel> built_in_tile_kernels() {
  return {
${rows}  };
}
}
")
