// A kernel of a launch, as the race detector knows it.
#pragma once

#include <cstddef>

namespace codag::simt::host::race {

struct launched_kernel {
  const char* name;
  unsigned blocks;
  const void* parameters;  ///< its arguments, which no kernel can write
  std::size_t bytes;       ///< of the arguments
};

}  // namespace codag::simt::host::race
