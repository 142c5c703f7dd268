// A range of memory.
#pragma once

#include <cstdint>

namespace codag::simt::host::race {

/// Addresses from `begin` to before `end`.
struct address_range {
  std::uintptr_t begin = 0, end = 0;
  [[nodiscard, gnu::always_inline]] bool has(std::uintptr_t address) const {
    return address - begin < end - begin;
  }
};

}  // namespace codag::simt::host::race
