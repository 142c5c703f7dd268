# The encoders: CODEC/ENCODER, with the names of encode_kernels.hpp and of the namespaces under codag/. Each is compiled
# in its own generated file per backend.
set(encoders vle/cuvle vle/pavle vle/vle_merge vle/vle_lookback)
if(CODAG_KERNELS)
  list(FILTER encoders INCLUDE REGEX "^(${CODAG_KERNELS})$")
  if(NOT decode_pairs AND NOT encoders AND NOT tile_decoders AND NOT cascades AND NOT scans)
    message(FATAL_ERROR "CODAG_KERNELS: \"${CODAG_KERNELS}\" matches no kernel; the files *_kernels.cmake in harness/kernels list them")
  endif()
endif()
set(rows "")
foreach(pair ${encoders})
  string(REPLACE "/" ";" parts ${pair})
  list(GET parts 0 codec)
  list(GET parts 1 encoder)
  string(APPEND rows "      whole_column_row<${codec}::${encoder}>(\"${codec}\"),\n")
  file(CONFIGURE OUTPUT ${generated}/host_encode_${encoder}.cpp @ONLY CONTENT
"#include \"harness/kernels/encode_host_functions.hpp\"
namespace codag::harness {
template host_function<device_encoding> encoder_on_host<${codec}::${encoder}>();
}
")
  file(CONFIGURE OUTPUT ${generated}/cuda_encode_${encoder}.cu @ONLY CONTENT
"#include \"harness/kernels/encode_cuda_functions.cuh\"
namespace codag::harness {
template cuda_functions<device_encoding> encoder_on_cuda<${codec}::${encoder}>();
}
")
  list(APPEND host_kernel_sources ${generated}/host_encode_${encoder}.cpp)
  list(APPEND cuda_kernel_sources ${generated}/cuda_encode_${encoder}.cu)
endforeach()
file(CONFIGURE OUTPUT ${generated}/built_in_encode_kernels.cpp @ONLY CONTENT
"#include \"harness/kernels/encode_kernels.hpp\"
namespace codag::harness {
std::vector<encode_kernel> built_in_encode_kernels() {
  return {
${rows}  };
}
}
")
