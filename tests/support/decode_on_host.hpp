// Runs a variant's kernel on the host backend for a test.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "baselines/block_per_chunk/block_per_chunk.hpp"
#include "codag/chunked_column.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/host/launch.hpp"

namespace codag::test {

struct decoded {
  std::vector<std::byte> out;
  std::vector<status> statuses;
  simt::host::counts counts;
};

/// `in` and `chunks` are copied into allocations of their exact size, so that AddressSanitizer sees
/// any access outside them; the output begins as `poison`.
template <class Kernel>
decoded decode(std::span<const std::byte> in, std::span<const chunk> chunks, std::size_t out_bytes,
               std::byte poison = std::byte{0xee}) {
  const std::vector<std::byte> exact_in(in.begin(), in.end());
  const std::vector<chunk> exact_chunks(chunks.begin(), chunks.end());
  decoded d{std::vector<std::byte>(out_bytes, poison),
            std::vector<status>(chunks.size(), status::not_decoded),
            {}};
  const Kernel kernel{device_column{
      exact_in.data(), exact_in.size(), d.out.data(), d.out.size(), exact_chunks.data(),
      static_cast<std::uint32_t>(exact_chunks.size()), d.statuses.data()}};
  d.counts = simt::host::launch(kernel, Kernel::shape(static_cast<std::uint32_t>(chunks.size())));
  return d;
}

}  // namespace codag::test
