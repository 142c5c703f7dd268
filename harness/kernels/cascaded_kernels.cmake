# The cascades: CODEC/CASCADE, where CASCADE is a struct of baselines/cascaded/cascades.hpp. Each is compiled in its
# own generated file per backend.
set(cascades gpu_for/for_bit_pack gpu_dfor/delta_for_bit_pack gpu_rfor/rle_for_bit_pack nsf/fixed_null_suppression nsv/null_suppression rle/run_length)
if(CODAG_KERNELS)
  list(FILTER cascades INCLUDE REGEX "^(${CODAG_KERNELS})$")
endif()
set(rows "")
foreach(pair ${cascades})
  string(REPLACE "/" ";" parts ${pair})
  list(GET parts 0 codec)
  list(GET parts 1 cascade)
  string(APPEND rows "      cascaded_row<baselines::cascaded::${cascade}>(\"${codec}\"),\n")
  file(CONFIGURE OUTPUT ${generated}/host_cascaded_${cascade}.cpp @ONLY CONTENT
"#include \"harness/kernels/cascaded_host_functions.hpp\"
namespace codag::harness {
template host_function<device_column> cascade_on_host<baselines::cascaded::${cascade}>();
}
")
  file(CONFIGURE OUTPUT ${generated}/cuda_cascaded_${cascade}.cu @ONLY CONTENT
"#include \"harness/kernels/cascaded_cuda_functions.cuh\"
namespace codag::harness {
template cuda_functions<device_column> cascade_on_cuda<baselines::cascaded::${cascade}>();
}
")
  list(APPEND host_kernel_sources ${generated}/host_cascaded_${cascade}.cpp)
  list(APPEND cuda_kernel_sources ${generated}/cuda_cascaded_${cascade}.cu)
endforeach()
file(CONFIGURE OUTPUT ${generated}/built_in_cascaded_kernels.cpp @ONLY CONTENT
"#include \"harness/kernels/cascaded_kernels.hpp\"
namespace codag::harness {
std::vector<column_kernel> built_in_cascaded_kernels() {
  return {
${rows}  };
}
}
")
