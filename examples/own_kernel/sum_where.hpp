// A query over three compressed columns, as a user of the installed headers writes it: the sum of
// the prices of all rows of a region whose date lies in a range.
#pragma once

#include <cstdint>

#include "codag/tile/tile_load.hpp"

namespace shop {

using load_price = codag::gpu_for_load<std::int32_t>;
using load_date = codag::gpu_dfor_load<std::uint32_t>;
using load_region = codag::gpu_rfor_load<std::uint8_t>;
static_assert(load_price::tile_values == load_date::tile_values &&
              load_price::tile_values == load_region::tile_values);

/// A column, and how many tiles each of its chunks has.
struct column {
  codag::device_column compressed;
  std::uint32_t tiles_per_chunk;
};

struct sum_where {
  static constexpr const char* name = "sum_where";
  static constexpr unsigned max_threads = load_price::threads, min_blocks = 1;
  /// One column is loaded after another, in the same memory.
  struct shared_storage {
    union {
      load_price::storage price;
      load_date::storage date;
      load_region::storage region;
    };
  };

  column price, date, region;
  std::uint32_t tiles;
  std::uint8_t wanted;
  std::uint32_t first_date, last_date;
  std::uint64_t* sum;
  std::uint32_t* refused;  ///< how many tiles were not ok

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const std::uint32_t tile = t.block();
    std::uint8_t regions[load_region::items];
    std::uint32_t dates[load_date::items];
    std::int32_t prices[load_price::items];
    std::uint32_t valid;
    bool ok = load_region::load(t, region.compressed, region.tiles_per_chunk, tile, regions, valid,
                                shared.region) == codag::status::ok;
    t.sync_block();
    ok &= load_date::load(t, date.compressed, date.tiles_per_chunk, tile, dates, valid,
                          shared.date) == codag::status::ok;
    t.sync_block();
    ok &= load_price::load(t, price.compressed, price.tiles_per_chunk, tile, prices, valid,
                           shared.price) == codag::status::ok;
    if (!ok) {
      if (t.thread_index() == 0) t.atomic_add(refused, 1u);
      return;  // the whole block
    }
    std::uint64_t mine = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < load_price::items; ++i)
      if (i * load_price::threads + t.thread_index() < valid && regions[i] == wanted &&
          dates[i] >= first_date && dates[i] <= last_date)
        mine += static_cast<std::uint64_t>(std::int64_t{prices[i]});
    t.atomic_add(sum, mine);
  }
};

}  // namespace shop
