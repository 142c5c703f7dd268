# The scans of star queries: query/COLUMNS, where codag/query/load_fact.hpp has a struct COLUMNS_columns. Each is
# compiled in its own generated file per backend. The rows are the codecs that use it.
set(scans query/uncompressed query/any)
if(CODAG_KERNELS)
  list(FILTER scans INCLUDE REGEX "^(${CODAG_KERNELS})$")
endif()
set(tile_codecs_uncompressed none)
set(tile_codecs_any gpu_for gpu_dfor gpu_rfor gpu_star)
set(decompress_first_codecs_uncompressed gpu_for gpu_dfor gpu_rfor gpu_star gpu_bp nsf nsv rle)
set(decompress_first_codecs_any)
set(rows "")
foreach(pair ${scans})
  string(REPLACE "query/" "" columns ${pair})
  foreach(codec ${tile_codecs_${columns}})
    string(APPEND rows "      tile_query<query::${columns}_columns>(\"${codec}\"),\n")
  endforeach()
  foreach(codec ${decompress_first_codecs_${columns}})
    string(APPEND rows "      decompress_first_query<query::${columns}_columns>(\"${codec}\"),\n")
  endforeach()
  file(CONFIGURE OUTPUT ${generated}/host_query_${columns}.cpp @ONLY CONTENT
"#include \"harness/kernels/query_host_functions.hpp\"
namespace codag::harness {
template host_function<query_argument> scan_on_host<query::${columns}_columns>();
}
")
  file(CONFIGURE OUTPUT ${generated}/cuda_query_${columns}.cu @ONLY CONTENT
"#include \"harness/kernels/query_cuda_functions.cuh\"
namespace codag::harness {
template cuda_functions<query_argument> scan_on_cuda<query::${columns}_columns>();
}
")
  list(APPEND host_kernel_sources ${generated}/host_query_${columns}.cpp)
  list(APPEND cuda_kernel_sources ${generated}/cuda_query_${columns}.cu)
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
