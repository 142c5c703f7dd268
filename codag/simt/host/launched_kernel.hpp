// The kernels of a launch, and whose a block is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace codag::simt::host {

struct launched_kernel {
  const char* name;
  unsigned blocks;
  const void* parameters;  ///< its arguments, which no kernel can write
  std::size_t bytes;       ///< of the arguments
};

/// A block of a launch.
struct launched_block {
  std::size_t kernel;  ///< its number in the launch
  unsigned block;      ///< its number in the kernel's grid
};

/// The block with that number, which counts the blocks of all kernels.
constexpr launched_block find_block(std::span<const launched_kernel> kernels,
                                    std::uint64_t number) {
  std::size_t kernel = 0;
  for (; number >= kernels[kernel].blocks; ++kernel) number -= kernels[kernel].blocks;
  return {kernel, static_cast<unsigned>(number)};
}

}  // namespace codag::simt::host
