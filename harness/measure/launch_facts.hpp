// Properties of a kernel launch on a GPU, as the CUDA driver reports them.
#pragma once

namespace codag::harness {

struct launch_facts {
  unsigned grid = 0, block = 0;
  unsigned registers = 0;        ///< per thread
  unsigned shared_bytes = 0;     ///< per block, static and dynamic
  unsigned local_bytes = 0;      ///< per thread: register spills and stack
  unsigned resident_blocks = 0;  ///< per multiprocessor
  double occupancy = 0;          ///< resident warps / their maximum per multiprocessor
};

}  // namespace codag::harness
