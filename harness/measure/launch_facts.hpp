// What the driver says of a kernel's launch on a GPU.
#pragma once

namespace codag::harness {

struct launch_facts {
  unsigned grid = 0, block = 0;
  unsigned registers = 0;        ///< per thread
  unsigned shared_bytes = 0;     ///< per block, fixed and chosen
  unsigned local_bytes = 0;      ///< per thread: spills and stack
  unsigned resident_blocks = 0;  ///< per multiprocessor
  double occupancy = 0;          ///< resident warps over the most a multiprocessor holds
};

}  // namespace codag::harness
