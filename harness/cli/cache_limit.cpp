#include "harness/cli/cache_limit.hpp"

#include <cstdlib>

#include "harness/config/sizes.hpp"

namespace codag::harness {

std::uint64_t cache_limit() {
  constexpr std::uint64_t standard = 32ull << 30;
  const char* chosen = std::getenv("CODAG_CACHE_LIMIT");
  return chosen == nullptr || *chosen == '\0' ? standard
                                              : parse_size_text(chosen, "CODAG_CACHE_LIMIT");
}

}  // namespace codag::harness
