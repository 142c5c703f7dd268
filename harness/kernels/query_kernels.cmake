# The scans of star queries: query/SCAN, with the names of query_kernels.hpp. Each is compiled in its own generated file
# per backend. A scan's rows are those of the codecs whose columns it can read.
set(scans query/uncompressed_by_blocks query/any_by_blocks query/uncompressed_by_warps query/any_by_warps)
if(CODAG_KERNELS)
  list(FILTER scans INCLUDE REGEX "^(${CODAG_KERNELS})$")
endif()
set(tile_query_uncompressed_by_blocks none)
set(tile_query_any_by_blocks gpu_for gpu_dfor gpu_rfor gpu_star)
set(warp_tile_query_uncompressed_by_warps none)
set(warp_tile_query_any_by_warps gpu_for gpu_dfor gpu_rfor gpu_star)
set(decompress_first_query_uncompressed_by_blocks gpu_for gpu_dfor gpu_rfor gpu_star gpu_bp nsf nsv rle planner)
set(rows "")
foreach(pair ${scans})
  string(REPLACE "query/" "" scan ${pair})
  foreach(row tile_query warp_tile_query decompress_first_query)
    foreach(codec ${${row}_${scan}})
      string(APPEND rows "      ${row}<${scan}>(\"${codec}\"),\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${generated}/host_query_${scan}.cpp @ONLY CONTENT
"#include \"harness/kernels/query_host_functions.hpp\"
namespace codag::harness {
template host_function<query_argument> scan_on_host<${scan}>();
}
")
  file(CONFIGURE OUTPUT ${generated}/cuda_query_${scan}.cu @ONLY CONTENT
"#include \"harness/kernels/query_cuda_functions.cuh\"
namespace codag::harness {
template cuda_functions<query_argument> scan_on_cuda<${scan}>();
}
")
  list(APPEND host_kernel_sources ${generated}/host_query_${scan}.cpp)
  list(APPEND cuda_kernel_sources ${generated}/cuda_query_${scan}.cu)
endforeach()
file(CONFIGURE OUTPUT ${generated}/built_in_query_kernels.cpp @ONLY CONTENT
"#include \"harness/kernels/query_kernels.hpp\"
#include \"harness/kernels/row.hpp\"
namespace codag::harness {
std::vector<query_kernel> built_in_query_kernels() {
  return {
${rows}  };
}
}
")
