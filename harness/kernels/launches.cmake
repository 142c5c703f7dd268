# Generated files. Each launch, a type of a *_kernels.hpp, is compiled in a file of its own per backend, so that a change
# rebuilds little and the build runs in parallel. The rows of a family are in one more file.
set(generated ${CMAKE_CURRENT_BINARY_DIR}/kernels)
set(host_kernel_sources "")
set(cuda_kernel_sources "")

# codag_compile_launch(NAME FAMILY LAUNCH): the functions of LAUNCH, which FAMILY_kernels.hpp declares, in files named NAME.
function(codag_compile_launch name family launch)
  file(CONFIGURE OUTPUT ${generated}/host_${name}.cpp @ONLY CONTENT
"#include \"harness/kernels/@family@_kernels.hpp\"
#include \"harness/kernels/run_on_host.hpp\"
namespace codag::harness {
template host_function<@launch@::argument> run_on_host<@launch@>();
}
")
  file(CONFIGURE OUTPUT ${generated}/cuda_${name}.cu @ONLY CONTENT
"#include \"harness/kernels/@family@_kernels.hpp\"
#include \"harness/kernels/run_on_cuda.cuh\"
namespace codag::harness {
template cuda_functions<@launch@::argument> run_on_cuda<@launch@>();
}
")
  set(host_kernel_sources ${host_kernel_sources} ${generated}/host_${name}.cpp PARENT_SCOPE)
  set(cuda_kernel_sources ${cuda_kernel_sources} ${generated}/cuda_${name}.cu PARENT_SCOPE)
endfunction()

# codag_list_rows(FAMILY TYPE FUNCTION ROW...): FUNCTION returns the rows, which are expressions of FAMILY_kernels.hpp.
function(codag_list_rows family type function)
  list(JOIN ARGN ",\n      " rows)
  file(CONFIGURE OUTPUT ${generated}/built_in_${family}_kernels.cpp @ONLY CONTENT
"#include \"harness/kernels/@family@_kernels.hpp\"
namespace codag::harness {
std::vector<@type@> @function@() {
  return {
      @rows@};
}
}
")
endfunction()
