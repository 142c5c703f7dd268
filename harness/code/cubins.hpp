// The cubins in a program's section .nv_fatbin.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace codag::harness {

struct cubin {
  unsigned architecture;  ///< 90 for sm_90
  std::span<const std::byte> elf;
};

/// All cubins. They refer to the section. Throws no_machine_code if the container is damaged, or if
/// its cubins are compressed.
std::vector<cubin> cubins_in(std::span<const std::byte> section);

}  // namespace codag::harness
