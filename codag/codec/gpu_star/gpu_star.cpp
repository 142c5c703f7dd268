#include "codag/codec/gpu_star/gpu_star.hpp"

namespace codag::gpu_star {

codec row() {
  return smallest::row<format_names>("gpu_star");
}

}  // namespace codag::gpu_star
