// Deflate's decoder for lanes, in the kernels of parse_then_write, on the host backend.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codag/codec/deflate/lanes_decoder.hpp"
#include "codag/schedule/parse_then_write.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/gpu_facts.hpp"
#include "codag/simt/host/stream.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/decode_on_host.hpp"
#include "tests/support/each_kernel.hpp"

namespace codag::test::listing {

using kernels = parse_then_write<deflate::lanes_decoder<std::uint8_t>>;

struct outcome {
  test::decoded decoded;
  unsigned left = 0;      ///< chunks that the lanes leave
  unsigned by_block = 0;  ///< chunks that blocks write
  std::uint32_t windows = 0;
  std::string decoding, writer;  ///< the parts that ran
};

/// The standard values of the parameters, but for who writes chunks.
inline auto values_with(std::string_view writer, std::string_view parser = "auto") {
  auto values = standard_values(kernels::parameters);
  values[1] = static_cast<std::uint64_t>(std::ranges::find(kernels::writers, writer) -
                                         kernels::writers.begin());
  values[2] = static_cast<std::uint64_t>(std::ranges::find(kernels::parsers, parser) -
                                         kernels::parsers.begin());
  return values;
}

/// The kernels that take chunks from queues have at most `most_blocks` blocks.
inline outcome decode(const bytes& in, const std::vector<chunk>& chunks, std::size_t out_bytes,
                      const parameter_values& values, std::uint32_t most_blocks = ~0u,
                      const simt::host::launch_options& options = {.overlap = true}) {
  outcome result;
  const auto launch = [&](const device_column& column) {
    simt::host::global_vector<std::byte> memory(kernels::workspace_bytes(column, values),
                                                std::byte{0xee});
    simt::host::stream stream(options);
    test::each_kernel<kernels>(
        simt::host::interpreted_gpu, column,
        {.type = element_type::uint8, .values = values, .workspace = memory.data()},
        [&](auto kernel) {
          if constexpr (requires { kernel.blocks; })
            kernel.blocks = std::min(kernel.blocks, most_blocks);
          stream.launch(kernel, kernel.shape());
        });
    const simt::host::counts counts = stream.finish();
    for (const part& its : kernels::parts_that_ran(column, memory.data()))
      (its.key == "decoding" ? result.decoding : result.writer) = its.value;
    const token_workspace workspace{memory.data(), column.chunk_count, 0};
    for (std::uint32_t i = 0; i < column.chunk_count; ++i) {
      result.left += workspace.records()[i].left ? 1 : 0;
      result.by_block += workspace.records()[i].by_block ? 1 : 0;
      result.windows += window_count::windows(workspace.records()[i].windows);
    }
    return counts;
  };
  result.decoded = decode_with(launch, in, chunks, out_bytes);
  return result;
}

inline outcome decode(const bytes& in, const std::vector<chunk>& chunks, std::size_t out_bytes,
                      std::string_view writer, std::uint32_t most_blocks = ~0u,
                      const simt::host::launch_options& options = {.overlap = true}) {
  return decode(in, chunks, out_bytes, values_with(writer), most_blocks, options);
}

/// Written by a warp, and by a block: the outcome is the same.
inline outcome decode(const bytes& in, const std::vector<chunk>& chunks, std::size_t out_bytes) {
  const outcome by_warp = decode(in, chunks, out_bytes, "warp");
  outcome by_block = decode(in, chunks, out_bytes, "block");
  EXPECT_EQ(by_block.left, by_warp.left);
  EXPECT_EQ(by_block.decoded.statuses, by_warp.decoded.statuses);
  EXPECT_EQ(by_block.decoded.out, by_warp.decoded.out);
  return by_block;
}

inline std::vector<chunk> one_chunk(const bytes& in, std::size_t out_bytes) {
  return {{0, 0, static_cast<std::uint32_t>(in.size()), static_cast<std::uint32_t>(out_bytes)}};
}

/// Whether the lanes leave a stream, which gives `raw`.
inline bool is_left(const bytes& stream, const bytes& raw, const std::string& name) {
  const outcome o = decode(stream, one_chunk(stream, raw.size()), raw.size());
  EXPECT_STREQ(to_string(o.decoded.statuses[0]), "ok") << name;
  EXPECT_EQ(o.decoded.out, raw) << name;
  return o.left == 1;
}

}  // namespace codag::test::listing
