// Variants of rle_v1 on a GPU with planted mistakes, which fuzz_batches must find there. Each
// decodes with a real variant and then spoils what that has done.
#include <cuda_runtime.h>

#include "tests/support/registered_kernels.hpp"

namespace codag::fuzz {
namespace {

/// FNV-1a of a chunk's compressed bytes.
__device__ std::uint64_t hash_of(const device_column& column, const chunk& c) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::uint32_t i = 0; i < c.in_bytes; ++i)
    hash = (hash ^ static_cast<std::uint64_t>(column.in[c.in_offset + i])) * 0x100000001b3;
  return hash;
}

/// One input in 2^20, and no other mistake.
struct wrong_status_once_in_a_million {
  __device__ void operator()(const device_column& column, std::uint32_t i) const {
    if (hash_of(column, column.chunks[i]) >> 44 == 0) column.statuses[i] = status::not_decoded;
  }
};

/// Of chunks that few batches have: with 7 compressed bytes.
struct byte_after_the_end {
  __device__ void operator()(const device_column& column, std::uint32_t i) const {
    const chunk& c = column.chunks[i];
    std::byte& after = column.out[c.out_offset + c.out_bytes];
    if (c.in_bytes == 7) after = static_cast<std::byte>(255 - static_cast<unsigned>(after));
  }
};

struct hangs {
  __device__ void operator()(const device_column& column, std::uint32_t i) const {
    volatile const std::uint32_t& bytes = column.chunks[i].in_bytes;
    while (bytes == 7) {
    }
  }
};

/// The GPU refuses the access, and all later launches of the process fail.
struct stores_anywhere {
  __device__ void operator()(const device_column& column, std::uint32_t i) const {
    if (column.chunks[i].in_bytes == 7) *reinterpret_cast<std::byte*>(8) = std::byte{1};
  }
};

template <class Spoil>
__global__ void spoil_chunks(device_column column) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < column.chunk_count) Spoil()(column, i);
}

template <class Spoil>
int decode_and_spoil(const device_column& column, const launch_choice& choice, void* stream) {
  const harness::column_kernel& real = test::kernel_of("rle_v1");
  const parameter_values values = standard_values(real.facts.parameters);
  const int error =
      real.cuda.launch(column, {choice.type, values, choice.workspace, choice.phase}, stream);
  if (error != cudaSuccess || choice.phase != phase::timed) return error;
  constexpr unsigned threads = 128;
  spoil_chunks<Spoil><<<(column.chunk_count + threads - 1) / threads, threads, 0,
                        static_cast<cudaStream_t>(stream)>>>(column);
  return cudaGetLastError();
}

template <class Spoil>
void add(std::string_view name) {
  harness::column_kernel row = test::kernel_of("rle_v1");
  row.facts.variant = name;
  row.facts.parameters = {};
  row.run = nullptr;
  row.cuda = {decode_and_spoil<Spoil>};
  row.workspace_bytes = nullptr;
  row.chosen = {};
  harness::add_kernel(row);
}

[[maybe_unused]] const bool added = [] {
  add<wrong_status_once_in_a_million>("planted_on_gpu/wrong_status_once_in_a_million");
  add<byte_after_the_end>("planted_on_gpu/byte_after_the_end");
  add<hangs>("planted_on_gpu/hangs");
  add<stores_anywhere>("planted_on_gpu/stores_anywhere");
  return true;
}();

}  // namespace
}  // namespace codag::fuzz
