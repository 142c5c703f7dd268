// The sinks on a GPU give what they give on the host backend. Skipped where there is no GPU. (Tile
// kernels that store: tests/codag/schedule/on_gpu.cu.)
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_dfor/warp_tiles.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/codec/gpu_for/warp_tiles.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/warp_tiles.hpp"
#include "codag/simt/cuda/launch.cuh"
#include "codag/tile/block_per_tile.hpp"
#include "codag/tile/count_sink.hpp"
#include "codag/tile/filtered_sum_sink.hpp"
#include "codag/tile/predicates.hpp"
#include "codag/tile/random_rows.hpp"
#include "codag/tile/select_sink.hpp"
#include "codag/tile/sum_sink.hpp"
#include "codag/tile/warp_per_tile.hpp"
#include "tests/support/on_gpu.cuh"

namespace codag {
namespace {

using holds = between<std::int32_t>;

class sinks_on_gpu : public test::on_gpu<> {
 protected:
  template <class Decoder, class Sink>
  void take(const chunked_column& column, const Sink& sink) {
    const device_column view{upload(column.bytes),
                             column.bytes.size(),
                             nullptr,
                             column.raw_bytes,
                             upload(column.chunks),
                             static_cast<std::uint32_t>(column.chunks.size()),
                             nullptr};
    if constexpr (warp_tile_decoder<Decoder>) {
      using kernel = warp_per_tile<Decoder, std::uint32_t, Sink>;
      const std::uint32_t warps = 3, in_turn = 5, groups = kernel::groups_for(view, in_turn);
      run(
          [&](refusal* to) {
            return kernel{{view, groups, to}, sink, warps, in_turn};
          },
          std::size_t{groups} * column.chunks.size());
    } else {
      using kernel = block_per_tile<Decoder, std::uint32_t, Sink>;
      const std::uint32_t groups = kernel::groups_for(view);
      run(
          [&](refusal* to) {
            return kernel{{view, groups, to}, sink};
          },
          std::size_t{groups} * column.chunks.size());
    }
  }

  /// Launches make(refusals), which must refuse nothing.
  template <class Make>
  void run(const Make& make, std::size_t records) {
    refusal* const refusals = upload(std::vector<refusal>(records));
    const auto tiles = make(refusals);
    ASSERT_EQ(simt::cuda::launch(tiles, tiles.shape(), nullptr), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(download(refusals, records), std::vector<refusal>(records, nothing_refused));
  }

  template <class Decoder>
  void expect_all_sinks(const char* codec) {
    std::vector<std::int32_t> values(100'001);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::int32_t>(i * i / 3 % 200) - 100;
    const chunked_column column =
        compress(*find_codec(codec), std::as_bytes(std::span(values)), element_type::int32, 16384);
    const holds chosen{-20, 30};
    std::vector<std::int32_t> expected;
    std::ranges::copy_if(values, std::back_inserter(expected),
                         [&](std::int32_t v) { return v >= chosen.least && v <= chosen.most; });
    std::ranges::sort(expected);

    std::uint64_t* const totals = upload(std::vector<std::uint64_t>(4));
    std::int32_t* const out = upload(values);
    take<Decoder>(column, sum_sink<std::int32_t>{totals});
    take<Decoder>(column, count_sink<holds>{chosen, totals + 1});
    take<Decoder>(column, select_sink<std::int32_t, holds>{chosen, out, values.size(), totals + 2});
    const fill_row_filter fill{
        {2000}, values.size(), upload(std::vector<std::uint32_t>(values.size() / 32 + 1))};
    ASSERT_EQ(simt::cuda::launch(fill, fill.shape(), nullptr), cudaSuccess);
    take<Decoder>(column, filtered_sum_sink<std::int32_t>{{fill.words}, totals + 3});
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (fill.chosen.keeps(i)) kept += values[i];
    const std::vector<std::uint64_t> got = download(totals, 4);
    EXPECT_EQ(static_cast<std::int64_t>(got[3]), kept);
    EXPECT_EQ(static_cast<std::int64_t>(got[0]),
              std::accumulate(values.begin(), values.end(), std::int64_t{0}));
    EXPECT_EQ(got[1], expected.size());
    ASSERT_EQ(got[2], expected.size());
    std::vector<std::int32_t> selected = download(out, expected.size());
    std::ranges::sort(selected);
    EXPECT_EQ(selected, expected);
  }
};

TEST_F(sinks_on_gpu, of_gpu_for) {
  expect_all_sinks<gpu_for::shared_tiles<std::uint32_t, 4, bit_packing::precomputed_offsets>>(
      "gpu_for");
}
TEST_F(sinks_on_gpu, of_gpu_dfor) {
  expect_all_sinks<gpu_dfor::shared_tiles<std::uint32_t, 4>>("gpu_dfor");
}
TEST_F(sinks_on_gpu, of_gpu_rfor) {
  expect_all_sinks<gpu_rfor::shared_tiles<std::uint32_t>>("gpu_rfor");
}
TEST_F(sinks_on_gpu, of_tiles_by_warps) {
  expect_all_sinks<gpu_for::warp_tiles<std::uint32_t>>("gpu_for");
  expect_all_sinks<gpu_dfor::warp_tiles<std::uint32_t>>("gpu_dfor");
  expect_all_sinks<gpu_rfor::warp_tiles<std::uint32_t>>("gpu_rfor");
}

}  // namespace
}  // namespace codag
