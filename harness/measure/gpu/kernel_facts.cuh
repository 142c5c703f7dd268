// The properties of a kernel of a launch. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include <optional>
#include <string>

#include "codag/simt/cuda/launch.cuh"
#include "harness/code/machine_code.hpp"
#include "harness/measure/gpu/attribute.cuh"
#include "harness/measure/launch_facts.hpp"

namespace codag::harness::cuda {

/// Adds the digest of a kernel's machine code, or why it is unknown. `architecture` is that of the
/// machine code which the driver has loaded.
inline void add_code(kernel_facts& facts, const void* entry, int architecture) {
  const char* symbol = nullptr;
  check_cuda(cudaFuncGetName(&symbol, entry), "cudaFuncGetName");
  try {
    // The driver's numbers are 10 * major + minor, as nvcc's are.
    const auto digest =
        machine_code::of_this_program().digest(static_cast<unsigned>(architecture), symbol);
    if (digest)
      facts.code = *digest;
    else
      facts.no_code = "the program has no machine code of this kernel for sm_" +
                      std::to_string(architecture) + ": the driver made it from PTX";
  } catch (const no_machine_code& why) {
    facts.no_code = why.what();
  }
}

/// The kernel's properties, as the driver reports them. It has been loaded.
inline kernel_facts kernel_facts_of(const simt::cuda::kernel_launch& kernel) {
  cudaFuncAttributes attributes{};
  check_cuda(cudaFuncGetAttributes(&attributes, kernel.entry), "cudaFuncGetAttributes");
  int blocks = 0;
  check_cuda(simt::cuda::allow_shared_bytes(kernel.entry, kernel.shape), "cudaFuncSetAttribute");
  check_cuda(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, kernel.entry, static_cast<int>(kernel.shape.threads), kernel.shape.shared_bytes),
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  kernel_facts facts;
  facts.name = kernel.name;
  facts.grid = kernel.shape.blocks;
  facts.block = kernel.shape.threads;
  facts.registers = static_cast<unsigned>(attributes.numRegs);
  facts.shared_bytes =
      static_cast<unsigned>(attributes.sharedSizeBytes) + kernel.shape.shared_bytes;
  facts.local_bytes = static_cast<unsigned>(attributes.localSizeBytes);
  facts.resident_blocks = static_cast<unsigned>(blocks);
  facts.occupancy = static_cast<double>(blocks) * kernel.shape.threads /
                    attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  add_code(facts, kernel.entry, attributes.binaryVersion);
  return facts;
}

}  // namespace codag::harness::cuda
