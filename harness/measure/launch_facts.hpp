// The kernels of a launch on a GPU, as the CUDA driver reports them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace codag::harness {

struct kernel_facts {
  std::string name;  ///< as its source declares it
  unsigned grid = 0, block = 0;
  unsigned registers = 0;        ///< per thread
  unsigned shared_bytes = 0;     ///< per block, static and dynamic
  unsigned local_bytes = 0;      ///< per thread: register spills and stack
  unsigned resident_blocks = 0;  ///< per multiprocessor
  double occupancy = 0;          ///< resident warps / their maximum per multiprocessor
  /// Its part of the launch's time, 0 to 1, where each kernel begins after the one before.
  double share = 0;
  std::string code;     ///< the digest of its machine code (harness/code); empty if it is unknown
  std::string no_code;  ///< why it is unknown
};

struct launch_facts {
  std::vector<kernel_facts> kernels;  ///< in their order, at least one

  /// The kernel that takes most of the time.
  [[nodiscard]] const kernel_facts& main() const {
    return *std::ranges::max_element(kernels, {}, &kernel_facts::share);
  }
};

}  // namespace codag::harness
