// What the host backend throws when a kernel does what a GPU leaves undefined.
#pragma once

#include <stdexcept>

namespace codag::simt::host {

/// A collective that only some lanes reach, a missed barrier, a deadlock, a misaligned access.
/// what() names the kernel, the block, the lanes and the places in the source.
struct misuse : std::logic_error {
  using std::logic_error::logic_error;
};

/// Two accesses to the same memory, at least one of them a write, that nothing orders. Found only
/// in a build with the option CODAG_RACES (docs/interpreter.md).
struct data_race : misuse {
  using misuse::misuse;
};

}  // namespace codag::simt::host
