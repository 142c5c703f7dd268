// warps_per_chunk: what its walkers say is proved by whoever decodes.
#include "codag/schedule/warps_per_chunk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/lanes_decoder.hpp"
#include "codag/codec/rle_v1/walker.hpp"
#include "codag/codec/rle_v2/lanes_decoder.hpp"
#include "codag/codec/rle_v2/walker.hpp"
#include "codag/simt/host/launch.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag {
namespace {

using bytes = std::vector<std::byte>;
using simt::host::lane_order;

/// The race detector looks at each access of each lane.
constexpr bool is_slow = simt::host::race::watching;

/// Values whose chunks have many pieces: runs, literals, and both.
std::vector<test::named_column> long_columns(element_type type, std::size_t bytes) {
  std::vector<test::named_column> columns;
  if (is_slow) bytes = 9600;
  for (auto& column : test::adversarial_columns(type, bytes / size_of(type), 21))
    if (column.name == "random" || column.name == "random runs" || column.name == "runs of 3" ||
        column.name == "runs among literals")
      columns.push_back(std::move(column));
  EXPECT_EQ(columns.size(), 4u);
  return columns;
}

class warps_of : public testing::TestWithParam<const char*> {};

TEST_P(warps_of, a_chunk_share_it_whatever_their_order) {
  const auto& kernel = test::kernel_of(GetParam(), "warps_per_chunk/lanes/shared");
  unsigned n = 0;
  for (const element_type type : {element_type::int8, element_type::uint32, element_type::int64})
    for (const auto& column : long_columns(type, 30000)) {
      const chunked_column c = compress(*find_codec(GetParam()), column.bytes, type, 20000);
      const std::uint64_t warps = std::uint64_t{2} << n % 3;
      const std::uint64_t stores =
          test::decode(kernel, type, c.bytes, c.chunks, column.bytes.size(), std::byte{0xee},
                       parameter_values{1})
              .counts.store_lanes;
      for (const lane_order& order :
           {lane_order::seeded(++n), lane_order::descending(), lane_order::ascending()}) {
        if (n / 3 % 3 != static_cast<unsigned>(order.what)) continue;
        const test::decoded d = test::decode(kernel, type, c.bytes, c.chunks, column.bytes.size(),
                                             std::byte{0xee}, {warps}, {.order = order});
        EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
        EXPECT_EQ(d.out, column.bytes) << column.name << " of " << to_string(type);
        // So no chunk was decoded a second time. A piece of bytes has some more edges.
        EXPECT_LE(d.counts.store_lanes, stores + stores / 20)
            << column.name << " of " << to_string(type);
      }
    }
}

TEST_P(warps_of, a_damaged_chunk_have_its_status) {
  const auto& kernel = test::kernel_of(GetParam(), "warps_per_chunk/lanes/shared");
  const codec& tested = *find_codec(GetParam());
  std::mt19937_64 random(5);
  unsigned bad = 0;
  for (const element_type type : {element_type::uint8, element_type::int32})
    for (const auto& column : long_columns(type, 20000))
      for (unsigned n = 0; n < (is_slow ? 2 : 8); ++n) {
        bytes in;
        tested.encode(column.bytes, type, in);
        for (unsigned k = 0; k <= n % 3; ++k)
          in[random() % in.size()] ^= static_cast<std::byte>(1 + random() % 255);
        if (n == 6) in.resize(in.size() - random() % (in.size() / 2 + 1));
        if (n == 7) in.resize(in.size() + random() % 1000);
        bytes expected(column.bytes.size());
        const status wanted = tested.decode(in, type, expected);
        const chunk whole{0, 0, static_cast<std::uint32_t>(in.size()),
                          static_cast<std::uint32_t>(expected.size())};
        const test::decoded d =
            test::decode(kernel, type, in, {&whole, 1}, expected.size(), std::byte{0xee}, {8},
                         {.order = lane_order::seeded(n)});
        EXPECT_EQ(d.statuses[0], wanted) << column.name << " of " << to_string(type);
        if (wanted == status::ok) {
          EXPECT_EQ(d.out, expected) << column.name << " of " << to_string(type);
        } else {
          ++bad;
        }
      }
  EXPECT_GT(bad, is_slow ? 0u : 10u);
}

INSTANTIATE_TEST_SUITE_P(, warps_of, testing::Values("rle_v1", "rle_v2"));

/// A walker whose places are wrong in one way or another.
template <int Lie>
struct lying_walker {
  struct scratch {};
  static constexpr std::uint32_t window_bytes = 16;
  static constexpr std::uint32_t least_section_bytes = 1024, bytes_before_section = 0;
  template <class Warp>
  static CODAG_DEVICE void forget(const Warp& /*warp*/, scratch& /*scratch*/) {}
  template <class Warp, class Window, class Reached>
  static CODAG_DEVICE void walk(const Warp& /*warp*/, Window& in, scratch& /*scratch*/,
                                std::uint32_t /*section_values*/, const Reached& reached) {
    const std::uint32_t begin = in.position();
    if constexpr (Lie == 1) {  // places inside symbols
      for (std::uint32_t i = 1; reached(begin + 8 * 3 * i, 1100 * i); ++i) {
      }
    } else if constexpr (Lie == 2) {  // outside the chunk
      reached(begin + (1u << 30), 2000);
    } else if constexpr (Lie == 3) {  // all of the output from none of the input, and back
      for (std::uint32_t i = 1; i < 1000 && reached(begin, 1100 * i); ++i) {
      }
      reached(begin + 8, 5);
    }
  }
  template <class Warp, class Window>
  static CODAG_DEVICE bool find_symbol(const Warp& /*warp*/, Window& in, scratch& /*scratch*/,
                                       std::uint32_t /*bytes*/) {
    in.seek(in.position() + 8 * 3);
    return true;
  }
};

/// A walker that walks right, but supposes symbols where none begin.
template <class Walker>
struct misled_walker : Walker {
  template <class Warp, class Window>
  static CODAG_DEVICE bool find_symbol(const Warp& warp, Window& in,
                                       typename Walker::scratch& shared, std::uint32_t bytes) {
    if (!Walker::find_symbol(warp, in, shared, bytes)) return false;
    in.seek(in.position() + 8);
    return true;
  }
};

struct walked {
  test::decoded decoded;
  std::uint64_t barriers_per_chunk;
};
/// Decodes a column whose chunks all have groups of literals, so that their warps find sections.
template <class Walker>
walked decode_literals(const chunked_column& c) {
  using schedule = warps_per_chunk<rle_v1::lanes_decoder<std::uint8_t>, Walker>;
  test::decoded d = test::decode_with(
      [](const device_column& in) {
        const typename schedule::kernel kernel{in, 8};
        return simt::host::launch(kernel, kernel.shape());
      },
      c.bytes, c.chunks, c.raw_bytes);
  return {d, d.counts.block_barriers / c.chunks.size()};
}

TEST(warps_per_chunk, walk_over_sections_and_decode_no_chunk_twice) {
  const auto type = element_type::uint8;
  const auto columns = test::adversarial_columns(type, is_slow ? 20000 : 60000, 11);
  const auto random =
      std::ranges::find_if(columns, [](const auto& c) { return c.name == "random"; });
  ASSERT_NE(random, columns.end());
  const chunked_column c = compress(*find_codec("rle_v1"), random->bytes, type, 20000);
  const walked right = decode_literals<rle_v1::walker>(c),
               misled = decode_literals<misled_walker<rle_v1::walker>>(c);
  for (const walked& w : {right, misled}) {
    EXPECT_EQ(w.decoded.statuses, std::vector<status>(c.chunks.size(), status::ok));
    EXPECT_EQ(w.decoded.out, random->bytes);
    EXPECT_EQ(w.barriers_per_chunk, 4u) << "one more than without sections";
  }
  // A walk that ends elsewhere than the next section begins is not believed. It goes on, and loads
  // what the walks over the later sections have loaded for nothing.
  EXPECT_GT(misled.decoded.counts.load_sectors, right.decoded.counts.load_sectors * 21 / 20);
  EXPECT_LE(misled.decoded.counts.store_lanes, right.decoded.counts.store_lanes * 21 / 20);
}

// What the walks have kept of the sections is not true for the pieces of the rest.
TEST(warps_per_chunk, decode_pieces_after_a_wrong_section_of_short_symbols) {
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> column;
  while (column.size() < (is_slow ? 20000 : 400000)) {
    const auto length = static_cast<unsigned>(3 + random() % (column.size() % 2 == 0 ? 7 : 60));
    column.insert(column.end(), length, random() % 5000);
  }
  const auto raw = std::as_bytes(std::span(column));
  const chunked_column c = compress(*find_codec("rle_v2"), raw, element_type::uint64, 40000);
  using schedule =
      warps_per_chunk<rle_v2::lanes_decoder<std::uint64_t>, misled_walker<rle_v2::walker>>;
  for (const std::uint32_t warps : {2u, 3u, 8u}) {
    const test::decoded d = test::decode_with(
        [&](const device_column& in) {
          const typename schedule::kernel kernel{in, warps};
          return simt::host::launch(kernel, kernel.shape());
        },
        c.bytes, c.chunks, c.raw_bytes);
    EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok)) << warps;
    EXPECT_TRUE(std::ranges::equal(d.out, raw)) << warps;
    EXPECT_LE(d.counts.store_lanes, column.size() * 21 / 20) << "no chunk is decoded twice";
  }
}

template <int Lie>
void expect_right_all_the_same() {
  using schedule = warps_per_chunk<rle_v1::lanes_decoder<std::uint32_t>, lying_walker<Lie>>;
  const auto type = element_type::uint32;
  for (const auto& column : long_columns(type, 30000)) {
    const chunked_column c = compress(*find_codec("rle_v1"), column.bytes, type, 30000);
    const auto launch = [](const device_column& in) {
      const typename schedule::kernel kernel{in, 4};
      return simt::host::launch(kernel, kernel.shape());
    };
    const test::decoded d = test::decode_with(launch, c.bytes, c.chunks, column.bytes.size());
    EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok)) << Lie;
    EXPECT_EQ(d.out, column.bytes) << Lie << ", " << column.name;
  }
}

TEST(warps_per_chunk, a_wrong_walk_costs_time_and_nothing_else) {
  expect_right_all_the_same<0>();  // it says nothing
  expect_right_all_the_same<1>();
  expect_right_all_the_same<2>();
  expect_right_all_the_same<3>();
}

}  // namespace
}  // namespace codag
