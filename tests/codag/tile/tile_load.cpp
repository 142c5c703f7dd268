// Tiles loaded by a kernel that is not codag's: of every format and integer, from columns of one
// chunk and of many, and from columns that lie.
#include "codag/tile/tile_load.hpp"

#include <gtest/gtest.h>

#include <random>

#include "codag/codec/codec.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"

namespace codag {
namespace {

using simt::host::global_vector, simt::host::lane_order;

/// Loads every tile and stores its values. A block takes all tiles, in the same shared memory.
template <class Load, class Element>
struct store_loaded {
  static constexpr const char* name = "store_loaded";
  static constexpr unsigned max_threads = Load::threads, min_blocks = 1;
  using shared_storage = typename Load::storage;

  device_column column;
  std::uint32_t tiles_per_chunk, tiles;
  Element* out;
  status* statuses;  ///< one per tile

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    for (std::uint32_t tile = 0; tile < tiles; ++tile) {
      Element values[Load::items];
      std::uint32_t valid;
      const status s = Load::load(t, column, tiles_per_chunk, tile, values, valid, shared);
      if (t.thread_index() == 0) t.store(statuses + tile, s);
      for (unsigned i = 0; i < Load::items; ++i) {
        const std::uint32_t index = i * Load::threads + t.thread_index();
        if (index < valid) t.store(out + tile * Load::tile_values + index, values[i]);
      }
      // All threads are done with the shared memory before the next tile is loaded.
      t.sync_block();
    }
  }
};

template <class Element>
struct loaded {
  std::vector<Element> values;
  std::vector<status> statuses;
};

template <class Load, class Element>
loaded<Element> load_all(const chunked_column& column, std::uint32_t tiles_per_chunk,
                         const lane_order& order = lane_order::ascending()) {
  const auto in = simt::host::to_global<std::byte>(column.bytes);
  // Behind the table is another good entry, which is nobody's.
  auto table = column.chunks;
  table.push_back(table.front());
  const auto chunks = simt::host::to_global<chunk>(table);
  const auto tiles = static_cast<std::uint32_t>(
      (column.raw_bytes / sizeof(Element) + Load::tile_values - 1) / Load::tile_values);
  global_vector<Element> out(column.raw_bytes / sizeof(Element), Element{99});
  global_vector<status> statuses(tiles, status::not_decoded);
  const device_column view{in.data(),     in.size(),
                           nullptr,       column.raw_bytes,
                           chunks.data(), static_cast<std::uint32_t>(column.chunks.size()),
                           nullptr};
  const store_loaded<Load, Element> kernel{view, tiles_per_chunk, tiles, out.data(),
                                           statuses.data()};
  simt::host::launch(kernel, {1, Load::threads}, {.order = order});
  return {{out.begin(), out.end()}, {statuses.begin(), statuses.end()}};
}

/// Numbers of all sizes, in runs of up to three.
template <class Element>
std::vector<Element> numbers(std::size_t count) {
  std::mt19937_64 random(3);
  std::vector<Element> values(count);
  std::uint64_t value = 0;
  for (Element& v : values) {
    if (random() % 3 != 0) value = random() >> random() % 64;
    v = static_cast<Element>(value);
  }
  return values;
}

template <class Element>
chunked_column compressed(const codec& format, const std::vector<Element>& values,
                          element_type type, std::uint32_t chunk_bytes) {
  return compress(format, std::as_bytes(std::span(values)), type, chunk_bytes);
}

template <class Load, class Element>
void expect_back(const codec& format, element_type type) {
  const std::vector<Element> values = numbers<Element>(5001);
  for (const std::uint32_t tiles : {1u, 3u, 100u}) {
    const chunked_column column =
        compressed(format, values, type, tiles * Load::tile_values * sizeof(Element));
    for (const lane_order& order : {lane_order::ascending(), lane_order::descending()}) {
      const auto got = load_all<Load, Element>(column, tiles, order);
      EXPECT_EQ(got.statuses, std::vector<status>(got.statuses.size(), status::ok));
      EXPECT_EQ(got.values, values) << format.name << ", " << tiles << " tiles per chunk";
    }
  }
}

TEST(tile_load, gives_every_format_of_every_integer) {
  const auto of_element = []<class Element>(element_type type) {
    const codec& dfor = *find_codec("gpu_dfor");
    expect_back<gpu_for_load<Element>, Element>(*find_codec("gpu_for"), type);
    expect_back<gpu_for_load<Element, 1>, Element>(*find_codec("gpu_for"), type);
    expect_back<gpu_for_load<Element, 3>, Element>(*find_codec("gpu_for"), type);
    expect_back<gpu_dfor_load<Element>, Element>(dfor, type);
    const parameter_values sets_of_8 = {8, 4};
    expect_back<gpu_dfor_load<Element, 8>, Element>(dfor.with(sets_of_8), type);
    expect_back<gpu_rfor_load<Element>, Element>(*find_codec("gpu_rfor"), type);
  };
  of_element.operator()<std::uint32_t>(element_type::uint32);
  of_element.operator()<std::int64_t>(element_type::int64);
  of_element.operator()<std::int16_t>(element_type::int16);
  of_element.operator()<std::uint8_t>(element_type::uint8);
}

// Rows of two columns would not be the same.
TEST(tile_load, refuses_sets_of_another_size) {
  using load = gpu_dfor_load<std::uint32_t, 2>;
  const auto values = numbers<std::uint32_t>(1024);
  const chunked_column column =
      compressed(*find_codec("gpu_dfor"), values, element_type::uint32, 4096);
  EXPECT_EQ((load_all<load, std::uint32_t>(column, 4).statuses),
            std::vector<status>(4, status::malformed_symbol));
}

TEST(tile_load, refuses_tiles_that_no_chunk_has) {
  using load = gpu_for_load<std::uint32_t>;
  const auto values = numbers<std::uint32_t>(1536);
  chunked_column column = compressed(*find_codec("gpu_for"), values, element_type::uint32, 4096);
  // Two chunks of two tiles and of one: with three tiles per chunk, the third one is nobody's.
  EXPECT_EQ((load_all<load, std::uint32_t>(column, 3).statuses),
            (std::vector{status::ok, status::ok, status::bad_chunk_table}));
  column.chunks.pop_back();
  EXPECT_EQ((load_all<load, std::uint32_t>(column, 2).statuses),
            (std::vector{status::ok, status::ok, status::bad_chunk_table}));
}

// The first tile that is not ok has the reference decoder's status. The sanitizer sees what is read
// outside.
TEST(tile_load, gives_the_references_status_of_a_damaged_chunk) {
  std::mt19937 random(1);
  const auto of_format = [&]<class Load>(const char* name) {
    const codec& format = *find_codec(name);
    const auto values = numbers<std::uint32_t>(3000);
    const chunked_column good = compressed(format, values, element_type::uint32, 1 << 20);
    unsigned refused = 0;
    for (unsigned round = 0; round < 40; ++round) {
      chunked_column bad = good;
      for (unsigned n = 0; n < 2; ++n)
        bad.bytes[random() % (round % 2 == 0 ? 120 : bad.bytes.size())] ^=
            static_cast<std::byte>(1u << random() % 8);
      if (round == 0) bad.chunks[0].in_bytes -= 4;
      std::vector<std::byte> out(bad.raw_bytes);
      const status expected = decompress_reference(format, bad, out).front();
      const auto got = load_all<Load, std::uint32_t>(bad, 6);
      const auto first_bad =
          std::ranges::find_if(got.statuses, [](status s) { return s != status::ok; });
      EXPECT_EQ(first_bad == got.statuses.end() ? status::ok : *first_bad, expected)
          << name << ", round " << round;
      if (expected == status::ok) {
        EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(got.values)), out));
      } else {
        ++refused;
      }
    }
    EXPECT_GT(refused, 10u) << name;
  };
  of_format.operator()<gpu_for_load<std::uint32_t>>("gpu_for");
  of_format.operator()<gpu_dfor_load<std::uint32_t>>("gpu_dfor");
  of_format.operator()<gpu_rfor_load<std::uint32_t>>("gpu_rfor");
}

}  // namespace
}  // namespace codag
