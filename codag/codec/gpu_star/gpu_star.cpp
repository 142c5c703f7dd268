#include "codag/codec/gpu_star/gpu_star.hpp"

namespace codag::gpu_star {

codec row() {
  return {.name = "gpu_star",
          .encode =
              [](std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out) {
                return smallest::encode(format_names, raw, type, out);
              },
          .decode =
              [](std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
                return smallest::decode(format_names, in, type, out);
              },
          .among = format_names};
}

}  // namespace codag::gpu_star
