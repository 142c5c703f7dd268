// The threads that an atomic access is atomic for.
#pragma once

#include <cstdint>

namespace codag::simt::host::race {

enum class atomic_scope : std::uint8_t { block, device };

}  // namespace codag::simt::host::race
