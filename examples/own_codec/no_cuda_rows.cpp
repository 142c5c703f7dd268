// The rows in a build without CUDA, which have no functions for a GPU.
#include "rows.hpp"

namespace codag::extend {

harness::cuda_functions<device_column> tiles_on_cuda() {
  return {};
}
harness::cuda_functions<device_encoding> encoder_on_cuda() {
  return {};
}
harness::cuda_functions<device_column> async_tiles_on_cuda() {
  return {};
}

}  // namespace codag::extend
