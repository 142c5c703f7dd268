// Runs the query of sum_where.hpp on the host backend, over columns of several chunks and of one.
#include "sum_where.hpp"

#include <cstdio>
#include <span>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"

namespace {

using namespace codag;

/// A compressed column in the backend's memory.
template <class Element, class Load>
struct stored_column {
  stored_column(const char* codec, const std::vector<Element>& values, element_type type,
                std::uint32_t chunk_values)
      : chunk_bytes(chunk_values * static_cast<std::uint32_t>(sizeof(Element))),
        raw_bytes(values.size() * sizeof(Element)),
        column(compress(*find_codec(codec), std::as_bytes(std::span(values)), type, chunk_bytes)),
        in(simt::host::to_global<std::byte>(column.bytes)),
        chunks(simt::host::to_global<chunk>(column.chunks)) {}

  [[nodiscard]] shop::column view() const {
    return {{in.data(), in.size(), nullptr, raw_bytes, chunks.data(),
             static_cast<std::uint32_t>(chunks.size()), nullptr},
            Load::tiles_per_chunk(chunk_bytes)};
  }

  std::uint32_t chunk_bytes;
  std::uint64_t raw_bytes;
  chunked_column column;
  simt::host::global_vector<std::byte> in;
  simt::host::global_vector<chunk> chunks;
};

int check(std::uint32_t chunk_values) {
  constexpr std::uint32_t rows = 10000, first = 20, last = 700;
  std::vector<std::int32_t> prices(rows);
  std::vector<std::uint32_t> dates(rows);
  std::vector<std::uint8_t> regions(rows);
  std::int64_t expected = 0;
  for (std::uint32_t i = 0; i < rows; ++i) {
    prices[i] = static_cast<std::int32_t>(i * i % 1000) - 100;
    dates[i] = i / 10;
    regions[i] = static_cast<std::uint8_t>(i / 37 % 5);
    if (regions[i] == 2 && dates[i] >= first && dates[i] <= last) expected += prices[i];
  }
  const stored_column<std::int32_t, shop::load_price> price("gpu_for", prices, element_type::int32,
                                                            chunk_values);
  const stored_column<std::uint32_t, shop::load_date> date("gpu_dfor", dates, element_type::uint32,
                                                           chunk_values);
  const stored_column<std::uint8_t, shop::load_region> region("gpu_rfor", regions,
                                                              element_type::uint8, chunk_values);
  simt::host::global_vector<std::uint64_t> sum{0};
  simt::host::global_vector<std::uint32_t> refused{0};
  shop::sum_where query{price.view(),
                        date.view(),
                        region.view(),
                        shop::load_price::tiles_per_chunk(4 * rows),
                        2,
                        first,
                        last,
                        sum.data(),
                        refused.data()};
  simt::host::launch(query, {query.tiles, query.max_threads});
  if (refused[0] != 0 || static_cast<std::int64_t>(sum[0]) != expected)
    return std::printf("%u values per chunk: %u tiles refused, sum %lld instead of %lld\n",
                       chunk_values, refused[0], static_cast<long long>(sum[0]),
                       static_cast<long long>(expected)),
           1;
  // A column that ends early is refused, and so is a tile that no chunk has.
  query.price.compressed.in_bytes -= 4;
  query.tiles += 1;
  simt::host::launch(query, {query.tiles, query.max_threads});
  if (refused[0] < 2) return std::puts("what cannot be loaded was not refused"), 1;
  return 0;
}

}  // namespace

int main() {
  for (const std::uint32_t chunk_values : {512u, 4096u, 16384u})
    if (check(chunk_values) != 0) return 1;
  return 0;
}
