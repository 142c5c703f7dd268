// Planner: of None, NSF, NSV and RLE the smallest per chunk.
#include "codag/codec/planner/planner.hpp"

#include <gtest/gtest.h>

#include <random>

#include "codag/codec/codec.hpp"
#include "codag/codec/smallest.hpp"
#include "tests/support/chunks_of.hpp"
#include "tests/support/columns.hpp"

namespace codag {
namespace {

using test::changed, test::chunks_of, test::of_values, test::words;

const std::vector<std::byte> plan_values = of_values<std::int32_t>({1, 300, 2});
const words plan_example = {0, 1, 300, 2};

TEST(planner, a_chunk_names_its_scheme) {
  const chunks_of planner{"planner"};
  planner.are(plan_values, plan_example);
  planner.are({}, {0});
  planner.expect({1, 2, 3, 0x012c0001, 2}, status::ok, plan_values);
}

TEST(planner, refuses_what_its_page_says) {
  const chunks_of planner{"planner"};
  planner.expect({}, status::truncated_input, plan_values);
  planner.expect({0}, status::truncated_input, plan_values);
  for (const std::uint32_t scheme : {4u, 0x100u, 0xffffffffu})
    planner.expect(changed(plan_example, 0, scheme), status::malformed_symbol, plan_values);
  words longer = plan_example;
  longer.push_back(0);
  planner.expect(longer, status::trailing_input, plan_values);
}

/// The scheme that a column of 3000 values is stored in, per chunk and per column.
template <class F>
std::string_view planned(F&& value) {
  std::vector<std::uint64_t> values(3000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(i);
  const chunks_of planner{"planner"};
  const std::vector<std::byte> raw = test::to_column(element_type::int32, values);
  const words chunk = planner.of(raw);
  planner.expect(chunk, status::ok, raw);
  const auto& among = find_codec("planner")->among;
  const auto of_column = smallest::compress(among, raw, element_type::int32);
  EXPECT_EQ(among[chunk[0]], of_column.by->name);
  return of_column.by->name;
}

// Section 9.4: "distribution-aware", and without bit packing nothing for large random integers.
TEST(planner, takes_the_smallest) {
  std::mt19937 random(1);
  EXPECT_EQ(planned([&](std::size_t) { return random(); }), "none");
  EXPECT_EQ(planned([&](std::size_t) { return random() % 50000; }), "nsf");
  EXPECT_EQ(planned([](std::size_t i) { return i % 100 == 0 ? 1u << 20 : i % 100; }), "nsv");
  EXPECT_EQ(planned([](std::size_t i) { return i / 100 * 1000000; }), "rle");
}

}  // namespace
}  // namespace codag
