#include "codag/codec/planner/planner.hpp"

#include "codag/codec/smallest.hpp"

namespace codag::planner {

codec row() {
  return {.name = "planner",
          .encode =
              [](std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out) {
                return smallest::encode(scheme_names, raw, type, out);
              },
          .decode =
              [](std::span<const std::byte> in, element_type type, std::span<std::byte> out) {
                return smallest::decode(scheme_names, in, type, out);
              },
          .among = scheme_names};
}

}  // namespace codag::planner
