// What the host backend throws when a kernel does what a GPU leaves undefined.
#pragma once

#include <stdexcept>

namespace codag::simt::host {

/// A collective reached by some lanes only, a barrier missed, a deadlock. what() names the kernel,
/// the block, the lanes and the places in the source.
struct misuse : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace codag::simt::host
